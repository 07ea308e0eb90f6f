import type { Source } from '#shared/contract/sources/endpoints'
import { createSlot } from '../../platform/slot'
import type { LogMediaProps } from '../attachments/slots'

interface LogPicturesProps extends LogMediaProps {
  frame_ids: readonly string[]
  /** Shows links to their sources at the times of the pictures. */
  isLinked?: boolean
}

/** The pictures in a log or of a task, by the ids of their frames. */
export const LogPictures = createSlot<LogPicturesProps>()

interface PickPicturesProps {
  /** Ids of pictures that were chosen before. */
  chosen: readonly string[]
  /** The largest total number. */
  max: number
  /** Receives all chosen ids, including those from before. */
  onPick: (frame_ids: string[]) => void
  onClose: () => void
}

/** The dialog for choosing current and earlier pictures of screens and cameras. */
export const PickPictures = createSlot<PickPicturesProps>()

interface ChosenPicturesProps {
  frame_ids: readonly string[]
  onRemove: (frame_id: string) => void
}

/** Chosen pictures of sources, each with a button to remove it. */
export const ChosenPictures = createSlot<ChosenPicturesProps>()

interface AddToLogbookProps {
  /** Pictures of sources. */
  frames: readonly { id: string; url: string; alt: string }[]
  onClose: () => void
}

/** The dialog that writes a log with pictures of sources. */
export const AddToLogbook = createSlot<AddToLogbookProps>()

interface WordsReadersProps {
  source: Source
  /** How many jobs look right now; a job that begins to look may read words. */
  jobs: number
  /** In the strip it is one line of it. */
  isInStrip?: boolean
}

/** Which jobs read the words on a source [D48]; nothing if none does. */
export const WordsReaders = createSlot<WordsReadersProps>()

interface TimelineMarksProps {
  /** Marks along the time, or the same as a list. */
  part: 'row' | 'list'
  source: Source
  range: { from: string; to: string }
  onChoose: (at: string) => void
}

/** What happened to a source in a range of its timeline. */
export const TimelineMarks = createSlot<TimelineMarksProps>()

/** The live picture of a source, watched while it is in sight; nothing if the person may not see it. */
export const LivePicture = createSlot<{ source: Source }>()
