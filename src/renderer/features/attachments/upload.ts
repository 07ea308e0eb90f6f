import type { FileAttachment } from '#shared/contract/attachments'
import { attachments, videoExtensions } from '#shared/limits'

/** A file that somebody chose, from then on until it belongs to something. Bytes are counted as they arrive at the server. */
export interface Upload {
  id: string
  /** Where it was chosen and is listed: a composer, or a log on its way. */
  place: string
  name: string
  size: number
  /** As the browser has it, which goes by the name; empty where it does not know. */
  type: string
  /**
   * waiting: its turn, or the network, comes by itself. paused and failed: for the person. finishing: all is there, and the server
   * looks into it. elsewhere: another tab sends it.
   */
  state: 'waiting' | 'sending' | 'paused' | 'finishing' | 'done' | 'failed' | 'elsewhere'
  sent: number
  /** Why it failed, or why it waits. */
  failure: { code: string; message: string } | null
  /** It outlives a reload; null while its bytes are being copied. */
  isKept: boolean | null
  /** Known as soon as the server expects it. */
  file_id: string | null
  /** Known with it. */
  batch_id: string | null
  file: FileAttachment | null
  /** Milliseconds of the epoch, each later than the one before. */
  chosen_at: number
}

/** Where the failure of a file stands whose bytes are neither here nor at the server. */
export const bytesGone = 'files.gone'

/** The server looked at the bytes, or at their number: trying again leads to the same. */
export const isForGood = (code: string) => code.startsWith('attachment.') || code === bytesGone

const soundExtensions = ['aac', 'aif', 'aiff', 'amr', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba', 'wma']

export type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'other'

/** What a file seems to be, before the server has looked into it. */
export function kindOf({ name, type }: { name: string; type: string }): Kind {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (type.startsWith('audio/') || (type === '' && soundExtensions.includes(extension))) return 'audio'
  if (type.startsWith('video/') || (videoExtensions as readonly string[]).includes(extension)) return 'video'
  if (type.startsWith('image/')) return 'image'
  return type === 'application/pdf' ? 'pdf' : 'other'
}

/** Why a file would be refused, told before anything of it is sent; null where nothing speaks against it. */
export function refusalOf(file: {
  name: string
  type: string
  size: number
}): 'attachment.empty' | 'attachment.too_large' | null {
  if (file.size === 0) return 'attachment.empty'
  const most = kindOf(file) === 'audio' ? attachments.audioBytes : attachments.bytes
  return file.size > most ? 'attachment.too_large' : null
}

export const partsOf = (size: number): number => Math.ceil(size / attachments.partBytes)

/** Where a part begins and ends in its file. */
export function spanOf(part: number, size: number): [from: number, to: number] {
  const from = (part - 1) * attachments.partBytes
  return [from, Math.min(size, from + attachments.partBytes)]
}
