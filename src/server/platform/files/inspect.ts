import { stat } from 'node:fs/promises'
import { attachments } from '#shared/contract/attachments/limits'
import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../app-context'
import { findFfmpeg } from '../media/find-ffmpeg'
import { createFairQueue } from './fair-queue'
import { type Kind, kindOf } from './kind'
import { isMedia, type MediaFacts, MediaReader } from './media'
import { cleanName } from './name'
import { cleanPicture, isPicture, refuseUnwritable, type Thumbnail, thumbnailOf } from './pictures'

/** An uploaded file: a name that somebody gave it, and bytes on disk. */
export interface Arrived {
  name: string
  path: string
  /** The kind that the sender claims, for recordings whose bytes do not show whether they have video. */
  hint?: string | undefined
}

/** An accepted file and what is known of it. `path` is the file to store, which may differ from the uploaded one. */
export interface Inspected {
  path: string
  file_name: string
  bytes: number
  mime_type: string
  size: { width: number; height: number } | null
  duration_seconds: number | null
  thumbnail: Thumbnail | null
}

/** Inspecting files is expensive, so only this many run at once. */
const atOnce = 2

const workbench = perApp(app => {
  const ffmpeg = findFfmpeg()
  return { reader: ffmpeg === null ? null : new MediaReader(ffmpeg, app.clock), inTurn: createFairQueue(atOnce) }
})

/** Who sends the file. */
export interface Sender {
  /** The group that shares one place in the queue: an organisation, or all guests. */
  party: string | number
  /** Throws for a kind that the sender may not upload, before any expensive work. */
  requireKind?: (mime: string) => void
}

/**
 * Detects what a file is, and prepares what is stored, in its own folder. Refuses files that are too large, too long or
 * broken [D23].
 */
export function inspect(app: AppContext, file: Arrived, { party, requireKind }: Sender): Promise<Inspected> {
  const { reader, inTurn } = workbench(app)
  return inTurn(party, () => inspectWith(reader, file, requireKind))
}

/** The same with a given reader of audio and video; without one, duration and dimensions stay unknown. */
export async function inspectWith(
  reader: MediaReader | null,
  { name, path, hint }: Arrived,
  requireKind: (mime: string) => void = () => {},
): Promise<Inspected> {
  const { size: bytes } = await stat(path)
  if (bytes === 0) throw apiError('attachment.empty')
  // The largest limit of any kind: larger files need no inspection.
  if (bytes > attachments.audioBytes) throw apiError('attachment.too_large')
  const told = await kindOf(path, name)
  requireKind(told.mime)
  const facts = reader && isMedia(told.mime) ? await reader.inspect(path, told.mime) : null
  const kind = soundAsSound(told, facts, hint)
  if (bytes > mostBytes(kind)) throw apiError('attachment.too_large')
  const file_name = cleanName(name, kind)
  if (isPicture(kind.mime)) return { file_name, ...(await asPicture(path, kind)), duration_seconds: null }
  refuseUnwritable(kind.mime)
  const { duration_seconds = null, size = null } = facts ?? {}
  if (isSound(kind) && duration_seconds !== null && duration_seconds > attachments.audioSeconds)
    throw apiError('attachment.too_long')
  const thumbnail = reader && size ? await firstPicture(reader, path, kind) : null
  return { path, file_name, bytes, mime_type: kind.mime, size, duration_seconds, thumbnail }
}

const isSound = ({ mime }: Kind) => mime.startsWith('audio/')
const mostBytes = (kind: Kind) => (isSound(kind) ? attachments.audioBytes : attachments.bytes)

async function asPicture(path: string, { mime }: Kind) {
  const { path: clean, width, height, thumbnail } = await cleanPicture(path, mime, `${path}.clean`)
  const { size: bytes } = await stat(clean)
  // An animated PNG becomes a still picture when it is rewritten.
  const mime_type = mime === 'image/apng' ? 'image/png' : mime
  return { path: clean, bytes, mime_type, size: { width, height }, thumbnail }
}

/** A file is not refused because its video has no thumbnail: an unplayable video is still a file. */
async function firstPicture(reader: MediaReader, path: string, { mime }: Kind): Promise<Thumbnail | null> {
  const png = await reader.firstPicture(path, mime, attachments.thumbnailSide)
  return png && thumbnailOf(png).catch(() => null)
}

/** Formats that hold video or only audio, and the type they get when they hold only audio. */
const soundIn: Readonly<Record<string, Kind>> = {
  'video/mp4': { mime: 'audio/mp4', extension: 'm4a' },
  'video/quicktime': { mime: 'audio/mp4', extension: 'm4a' },
  'video/webm': { mime: 'audio/webm', extension: 'webm' },
  'video/matroska': { mime: 'audio/matroska', extension: 'mka' },
  'video/ogg': { mime: 'audio/ogg', extension: 'ogg' },
  'video/x-ms-asf': { mime: 'audio/x-ms-asf', extension: 'wma' },
}

function soundAsSound(kind: Kind, facts: MediaFacts | null, hint: string | undefined): Kind {
  const isSound = facts ? facts.is_sound : hint === 'audio'
  return isSound ? (soundIn[kind.mime] ?? kind) : kind
}
