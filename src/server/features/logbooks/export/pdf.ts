import type { FileAttachment } from '#shared/contract/attachments'
import type { Log } from '#shared/contract/logbooks'
import { repeatsWords } from '#shared/rules/log-title'
import { printed } from '../../../platform/files/pictures'
import type { Visit } from '../../../platform/http/route'
import { attachmentsOfLogs } from '../../attachments/service'
import { openFrames } from '../../sources/service'
import { batchesOf } from './batches'
import { linkTo } from './link'
import type { Entry, Title } from './pdf/log-book'
import { writeInThread } from './pdf/write-in-thread'
import { clockFor } from './times'
import type { About, Wish } from './wish'
import { words } from './words.data'

/** Pictures in one file. */
const mostPictures = 200

type Opened = Awaited<ReturnType<typeof openFrames>>

interface Looked {
  logs: readonly Log[]
  files: Map<number, FileAttachment[]>
  frames: Opened
}

/** Logs to be read on paper: day by day in the reader's zone and language, with those pictures that they may see. */
export async function* pdfOf(visit: Visit, about: About, wish: Wish): AsyncGenerator<Uint8Array> {
  let left = mostPictures
  const looked = batchesOf(visit, wish, async (at, logs): Promise<Looked> => {
    const ids = logs.flatMap(log => log.frame_ids.filter(isFrame)).slice(0, left)
    left -= ids.length
    const withFiles = logs.filter(log => log.file_ids.length > 0).map(log => log.id)
    const [files, frames] = await Promise.all([attachmentsOfLogs(at, withFiles), openFrames(at, ids)])
    return { logs, files, frames }
  })
  yield* writeInThread(titleOf(about, wish), entriesOf(visit, about, looked))
}

const isFrame = (id: string) => !/^https?:/.test(id)

async function* entriesOf(visit: Visit, about: About, batches: AsyncIterable<Looked>): AsyncGenerator<Entry[]> {
  for await (const { logs, files, frames } of batches) {
    const pictures = new Map<string, Entry['pictures'][number]>()
    for (const frame of frames) {
      const picture = await pictureOf(visit, frame)
      if (picture) pictures.set(frame.id, picture)
    }
    yield logs.map(log => entryOf(about, log, files.get(log.id) ?? [], pictures))
  }
}

/** Undefined for one that went meanwhile, or that nothing can be made of: it counts as not shown. */
async function pictureOf(
  { house }: Visit,
  { id, read }: Opened[number],
): Promise<Entry['pictures'][number] | undefined> {
  try {
    const { jpeg, width, height } = await printed(await read())
    return { jpeg: new Uint8Array(jpeg), width, height }
  } catch (error) {
    house.log.warn({ err: error, frame_id: id }, 'A picture could not be printed.')
    return undefined
  }
}

function entryOf(
  { language, zone, publicUrl }: About,
  log: Log,
  files: readonly FileAttachment[],
  pictures: ReadonlyMap<string, Entry['pictures'][number]>,
): Entry {
  const say = words[language]
  const clock = clockFor(language, zone)
  const writer = log.created_by?.user_displayname ?? (log.future_instructions_id === null ? say.gone : say.job)
  const corrected = log.corrected_at && filled(say.corrected, { when: clock.moment(log.corrected_at) })
  const frames = log.frame_ids.filter(isFrame)
  const shown = frames.flatMap(id => pictures.get(id) ?? [])
  const addresses = log.frame_ids.filter(id => !isFrame(id))
  const labels = log.labels.map(label => label.text).join(', ')
  const hidden = frames.length - shown.length
  return {
    day: clock.day(log.created_at),
    time: clock.time(log.created_at),
    writer: corrected ? `${writer} · ${corrected}` : writer,
    link: linkTo(publicUrl, log),
    title: repeatsWords(log) ? '' : log.title,
    content: log.content,
    notes: [
      labels && filled(say.labels, { labels }),
      files.length > 0 && filled(say.files, { files: files.map(file => file.file_name).join(', ') }),
      addresses.length > 0 && filled(say.pictures, { pictures: addresses.join(' ') }),
      hidden > 0 && filled(say.hidden, { count: String(hidden) }),
    ].filter((note): note is string => typeof note === 'string' && note !== ''),
    pictures: shown,
  }
}

function titleOf({ language, zone, document_name, made_at, made_by }: About, wish: Wish): Title {
  const say = words[language]
  const clock = clockFor(language, zone)
  const range = filled(say.range, { from: clock.moment(wish.start_time), to: clock.moment(wish.end_time) })
  return {
    title: document_name,
    lines: [
      range,
      filled(say.zone, { zone }),
      filled(say.made, { name: made_by.user_displayname, when: clock.moment(made_at) }),
      ...(wish.labels || wish.user_ids ? [say.narrowed] : []),
    ],
    author: made_by.user_displayname,
    language,
    made_at,
    foot: say.page,
    nothing: say.nothing,
    replaced: say.replaced,
  }
}

/** A sentence with its gaps filled. */
const filled = (sentence: string, gaps: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap)
