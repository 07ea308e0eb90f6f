import { z } from 'zod'
import { Instant } from '../common'
import { downloadEndpoint, member } from '../endpoint'
import { timeRange } from './endpoints'
import { timeline } from './limits'

/** What an export of a range has in it: how many pictures, of which times. */
export const ExportedRange = z.object({
  pictures: z.int(),
  /** Whether these are all pictures of the range. */
  is_whole: z.boolean(),
  first_at: Instant.nullable(),
  last_at: Instant.nullable(),
})
export type ExportedRange = z.infer<typeof ExportedRange>

/** What a time-lapse of a range shows, and for how long. */
export const TimeLapse = ExportedRange.extend({ seconds: z.number() })
export type TimeLapse = z.infer<typeof TimeLapse>

export const readTimeLapse = downloadEndpoint({
  method: 'POST',
  reads: true,
  path: '/frames/time_lapse',
  summary:
    'Describes the time-lapse of a range of a source or, with `type`, returns it as a film without sound: at most 3,000 pictures, spread evenly over the time, each with its time. The audit log says who exported it, and the person whose screen it is learns that they looked.',
  access: member(),
  perMinute: 60,
  body: z.object({
    ...timeRange,
    /** Pictures in a second of the film. */
    fps: z.int().min(1).max(timeline.fpsAtMost).default(12),
    type: z.enum(['mp4']).optional(),
  }),
  answer: TimeLapse,
  files: { by: 'type', types: { mp4: 'video/mp4' } },
})

export const exportFrames = downloadEndpoint({
  method: 'POST',
  reads: true,
  path: '/frames/export',
  summary:
    'Describes the pictures of a range of a source or, with `type`, returns them as they are stored in an archive: at most 3,000, spread evenly over the time, each named by its instant. The audit log says who exported them, and the person whose screen it is learns that they looked.',
  access: member(),
  perMinute: 60,
  body: z.object({ ...timeRange, type: z.enum(['zip']).optional() }),
  answer: ExportedRange,
  files: { by: 'type', types: { zip: 'application/zip' } },
})
