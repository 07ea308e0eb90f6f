import { buffer } from 'node:stream/consumers'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { repeatsWords } from '#shared/rules/log-title'
import type { AppContext } from '../../../platform/app-context'
import { pictureForPrint } from '../../../platform/files/pictures'
import { clockFor } from '../../../platform/files/times'
import type { PreflightContext } from '../../../platform/http/route'
import type { Picture } from '../../../platform/pdf/sheet'
import { attachmentsOfLogs, contentOf } from '../../attachments/service'
import { openFrames } from '../../sources/service'
import { batchesOf } from './batches'
import { linkTo } from './link'
import type { About, ExportParams } from './params'
import type { Entry, Title } from './pdf/log-book'
import { writeInThread } from './pdf/write-in-thread'
import { words } from './words.data'

/** The most pictures in one file. */
const mostPictures = 200

type Opened = Awaited<ReturnType<typeof openFrames>>

/** Larger files are not read for a picture of a few centimetres. */
const mostBytes = 30_000_000

/** The number of pixels along a picture's longer side; a single picture is printed large. */
const sideFor = (count: number) => (count > 2 ? undefined : 1_000)

interface Looked {
  organization_id: number
  logs: readonly Log[]
  files: Map<number, FileAttachment[]>
  frames: Opened
  /** Files that are printed as pictures. */
  printed: ReadonlySet<string>
}

/** Logs for printing: grouped by day in the reader's zone and language, with the pictures that they may see. */
export async function* pdfOf(
  preflight: PreflightContext,
  about: About,
  params: ExportParams,
): AsyncGenerator<Uint8Array> {
  let left = mostPictures
  const looked = batchesOf(preflight, params, async (ctx, logs): Promise<Looked> => {
    const ids = logs.flatMap(log => log.frame_ids.filter(isFrame)).slice(0, left)
    left -= ids.length
    const withFiles = logs.filter(log => log.file_ids.length > 0).map(log => log.id)
    const [files, frames] = await Promise.all([attachmentsOfLogs(ctx, withFiles), openFrames(ctx, ids)])
    const images = logs
      .flatMap(log => (files.get(log.id) ?? []).filter(file => isImage(file) && isSmall(file)))
      .slice(0, left)
    left -= images.length
    return {
      organization_id: ctx.organization_id,
      logs,
      files,
      frames,
      printed: new Set(images.map(file => file.file_id)),
    }
  })
  yield* writeInThread(titleOf(about, params), entriesOf(preflight, about, looked))
}

const isFrame = (id: string) => !/^https?:/.test(id)
const isImage = ({ mime_type, file_metadata }: FileAttachment) =>
  mime_type.startsWith('image/') && file_metadata.image_resolution !== null
const isSmall = (file: FileAttachment) => file.file_size <= mostBytes

async function* entriesOf(
  preflight: PreflightContext,
  about: About,
  batches: AsyncIterable<Looked>,
): AsyncGenerator<Entry[]> {
  for await (const looked of batches) {
    const pictures = new Map<string, Picture>()
    for (const log of looked.logs)
      for (const wanted of picturesOf(preflight.app, about, looked, log)) {
        const picture = pictures.has(wanted.id) ? undefined : await pictureOf(preflight.app, wanted)
        if (picture) pictures.set(wanted.id, picture)
      }
    yield looked.logs.map(log => entryOf(about, log, looked.files.get(log.id) ?? [], pictures))
  }
}

interface Wanted {
  id: string
  read: () => Promise<Buffer>
  side: number | undefined
  caption: string
}

/** The pictures of a log: those of sources, captioned with their time, and attached ones, captioned with their name. */
function picturesOf(app: AppContext, { language, zone }: About, looked: Looked, log: Log): Wanted[] {
  const clock = clockFor(language, zone)
  const frames = looked.frames.filter(frame => log.frame_ids.includes(frame.id))
  const images = (looked.files.get(log.id) ?? []).filter(file => looked.printed.has(file.file_id))
  const side = sideFor(frames.length + images.length)
  return [
    ...frames.map(({ id, taken_at, read }) => ({ id, read, side, caption: clock.moment(taken_at) })),
    ...images.map(({ file_id, file_name }) => {
      const read = async () => buffer(await contentOf(app, looked.organization_id, file_id))
      return { id: file_id, read, side, caption: file_name }
    }),
  ]
}

/** Undefined for a picture that was deleted meanwhile or cannot be converted; it counts as not shown. */
async function pictureOf({ log }: AppContext, { id, read, side, caption }: Wanted): Promise<Picture | undefined> {
  try {
    const { jpeg, width, height } = await pictureForPrint(await read(), side)
    return { jpeg: new Uint8Array(jpeg), width, height, caption }
  } catch (error) {
    log.warn({ err: error, picture: id }, 'A picture could not be printed.')
    return undefined
  }
}

function entryOf(
  { language, zone, publicUrl }: About,
  log: Log,
  files: readonly FileAttachment[],
  pictures: ReadonlyMap<string, Picture>,
): Entry {
  const say = words[language]
  const clock = clockFor(language, zone)
  const writer = log.created_by?.user_displayname ?? (log.future_instructions_id === null ? say.gone : say.job)
  const corrected = log.corrected_at && interpolate(say.corrected, { when: clock.moment(log.corrected_at) })
  const happened = log.happened_at && interpolate(say.happened, { when: clock.moment(log.happened_at) })
  const frames = log.frame_ids.filter(isFrame)
  const images = files.filter(isImage)
  const shown = [...frames, ...images.map(file => file.file_id)].flatMap(id => pictures.get(id) ?? [])
  // Printed files have their name below the picture.
  const named = files.filter(file => !pictures.has(file.file_id)).map(file => file.file_name)
  const addresses = log.frame_ids.filter(id => !isFrame(id))
  const labels = log.labels.map(label => label.text).join(', ')
  const hidden = frames.length + images.length - shown.length
  return {
    day: clock.day(log.created_at),
    time: clock.time(log.created_at),
    writer: [writer, happened, corrected].filter(Boolean).join(' · '),
    link: linkTo(publicUrl, log),
    title: repeatsWords(log) ? '' : log.title,
    content: log.content,
    notes: [
      labels && interpolate(say.labels, { labels }),
      named.length > 0 && interpolate(say.files, { files: named.join(', ') }),
      addresses.length > 0 && interpolate(say.pictures, { pictures: addresses.join(' ') }),
      hidden > 0 && interpolate(say.hidden, { count: String(hidden) }),
    ].filter((note): note is string => typeof note === 'string' && note !== ''),
    pictures: shown,
  }
}

function titleOf({ language, zone, document_name, made_at, made_by }: About, params: ExportParams): Title {
  const say = words[language]
  const clock = clockFor(language, zone)
  const range = interpolate(say.range, { from: clock.moment(params.start_time), to: clock.moment(params.end_time) })
  return {
    title: document_name,
    lines: [
      range,
      interpolate(say.zone, { zone }),
      interpolate(say.made, { name: made_by.user_displayname, when: clock.moment(made_at) }),
      ...(params.labels || params.user_ids ? [say.narrowed] : []),
    ],
    author: made_by.user_displayname,
    language,
    made_at,
    foot: say.page,
    nothing: say.nothing,
    replaced: say.replaced,
    wide: say.wide,
  }
}

/** A sentence with its placeholders filled. */
const interpolate = (sentence: string, gaps: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap)
