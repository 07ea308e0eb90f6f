import { z } from 'zod'

/** What was read in one part of a picture; `area` is its name, empty for the whole picture. */
const AreaWords = z.object({
  area: z.string(),
  text: z.string(),
  /** The number in the text, if there is one. */
  number: z.number().nullable(),
})

/** The words that a job read on a picture [D48]. They are kept with it: under its rights, and no longer than it. */
export const FrameWords = z.object({ frame_id: z.uuid(), areas: z.array(AreaWords) })
export type FrameWords = z.infer<typeof FrameWords>
