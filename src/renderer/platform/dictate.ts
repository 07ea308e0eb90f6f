import { createSlot } from './slot'

export interface DictateProps {
  /** Inserts the words where the person writes; plain fields use `insert-text.ts`. */
  onSpoken: (words: string) => void
  /** Keeps what is recorded as a file, with or without a speech model and a connection; then words are optional. */
  onRecorded?: (file: File) => void
}

/** The button for speech. Without `onRecorded` it renders nothing if this server has no speech model. */
export const Dictate = createSlot<DictateProps>()
