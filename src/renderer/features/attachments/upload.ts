import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import { videoExtensions } from '#shared/contract/meetings/limits'

/** A chosen file, until it is attached to something. `sent` counts the bytes that have arrived at the server. */
export interface Upload {
  id: string
  /** Where the file was chosen and is listed: a composer or a log that is being sent. */
  place: string
  name: string
  size: number
  /** The MIME type that the browser derives from the name; empty where it does not know. */
  type: string
  /**
   * waiting: starts by itself when it is its turn or the network is back. paused, failed: need the person. finishing:
   * all parts arrived and the server checks the file. elsewhere: another tab sends it.
   */
  state: 'waiting' | 'sending' | 'paused' | 'finishing' | 'done' | 'failed' | 'elsewhere'
  sent: number
  /** Why the upload failed or waits. */
  failure: { code: string; message: string } | null
  /** Whether it survives a reload; null while its bytes are being copied. */
  isKept: boolean | null
  /** Known as soon as the server expects the file. */
  file_id: string | null
  /** Known together with `file_id`. */
  batch_id: string | null
  file: FileAttachment | null
  /** Milliseconds since the epoch, each later than the one before. */
  chosen_at: number
}

/** The failure code of a file whose bytes are neither here nor at the server. */
export const bytesMissing = 'files.gone'

/** Whether a retry would fail the same way, because the server refused the bytes or their number. */
export const isForGood = (code: string) => code.startsWith('attachment.') || code === bytesMissing

const soundExtensions = ['aac', 'aif', 'aiff', 'amr', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba', 'wma']

export type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'other'

/** Guesses the kind of a file before the server has checked it. */
export function kindOf({ name, type }: { name: string; type: string }): Kind {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (type.startsWith('audio/') || (type === '' && soundExtensions.includes(extension))) return 'audio'
  if (type.startsWith('video/') || (videoExtensions as readonly string[]).includes(extension)) return 'video'
  if (type.startsWith('image/')) return 'image'
  return type === 'application/pdf' ? 'pdf' : 'other'
}

/** Returns why a file would be refused before any of it is sent, or null if nothing speaks against it. */
export function fileErrorOf(file: {
  name: string
  type: string
  size: number
}): 'attachment.empty' | 'attachment.too_large' | null {
  if (file.size === 0) return 'attachment.empty'
  const most = kindOf(file) === 'audio' ? attachments.audioBytes : attachments.bytes
  return file.size > most ? 'attachment.too_large' : null
}

export const partsOf = (size: number): number => Math.ceil(size / attachments.partBytes)

/** Returns where a part begins and ends in its file. */
export function spanOf(part: number, size: number): [from: number, to: number] {
  const from = (part - 1) * attachments.partBytes
  return [from, Math.min(size, from + attachments.partBytes)]
}
