import { createSlot } from './slot'

interface DictateProps {
  /** Inserts the words where the person writes; plain fields use `insert-text.ts`. */
  onSpoken: (words: string) => void
}

/** The button for dictation; renders nothing if this server has no speech model. */
export const Dictate = createSlot<DictateProps>()
