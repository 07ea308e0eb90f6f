import { z } from 'zod'
import { Day, Instant, TimeZone } from '../common'
import { downloadEndpoint, endpoint, member } from '../endpoint'
import { Frame, Source } from './endpoints'
import { timeline } from './limits'

/** The range includes its first instant and excludes its last. */
const range = { source: Source, from: Instant, to: Instant }

export const readTimeline = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/timeline',
  summary:
    'Returns pictures of a range of time of a source, oldest first: all of them if they are at most `most`, else as many that are spread evenly over the time. The person whose screen it is learns that they looked.',
  access: member(),
  body: z.object({ ...range, most: z.int().min(1).max(timeline.pictures).default(timeline.pictures) }),
  answer: z.object({ frames: z.array(Frame), is_whole: z.boolean() }),
})

export const findFrame = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/find',
  summary:
    'Returns one picture of a source: the last one until an instant or else the first after it (`near`), or the one right `before` or `after` an instant, or a picture of that instant. Null if there is none. The person whose screen it is learns that they looked.',
  access: member(),
  body: z.object({
    source: Source,
    at: Instant,
    /** The picture of that instant, because there can be several. */
    id: z.uuid().optional(),
    direction: z.enum(['near', 'before', 'after']),
  }),
  answer: Frame.nullable(),
})

export const listFrameDays = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/days',
  summary: 'Lists the days, in a time zone, of which a source has pictures.',
  access: member(),
  body: z.object({ source: Source, zone: TimeZone, from: Day, to: Day }),
  answer: z.array(Day),
})

/** What a time-lapse of a range shows: how many pictures, of which times, for how long. */
export const TimeLapse = z.object({
  pictures: z.int(),
  /** Whether these are all pictures of the range. */
  is_whole: z.boolean(),
  first_at: Instant.nullable(),
  last_at: Instant.nullable(),
  seconds: z.number(),
})
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
    ...range,
    /** Pictures in a second of the film. */
    fps: z.int().min(1).max(timeline.fpsAtMost).default(12),
    type: z.enum(['mp4']).optional(),
  }),
  answer: TimeLapse,
  files: { by: 'type', types: { mp4: 'video/mp4' } },
})
