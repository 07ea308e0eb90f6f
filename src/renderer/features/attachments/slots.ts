import type { DocumentFile } from '#shared/contract/logs/side'
import { createSlot } from '../../platform/slot'

export interface LogMediaProps {
  /** Who attached it, and when; shown below an opened picture. */
  caption?: string
  /** Renders nothing and only adds its pictures to the surrounding lightbox. */
  isOnlyLarge?: boolean
}

/** The files of a log: pictures, audio and video, and rows for others. */
export const LogFiles = createSlot<LogMediaProps & { file_ids: readonly string[] }>()

/** File names, each of which opens its file. */
export const FileNames = createSlot<{ files: readonly DocumentFile[] }>()

interface UploadListProps {
  /** The place of `useUploads`. */
  place: string
  /** Hides the remove buttons. */
  isFixed?: boolean
  /** Called when the person removed a file. */
  onRemove?: (id: string) => void
}

/** The files chosen in a place, with the progress of each and its actions. */
export const UploadList = createSlot<UploadListProps>()

/** A picture in a text, as wide as the text at most, with its description below where it has one. */
export const TextPicture = createSlot<{ file_id: string; alt: string }>()
