import { z } from 'zod'
import { type AreaMeasurement, pictureRegions } from '#shared/rules/picture-rules'
import { Id, Instant } from '../common'
import { endpoint, member } from '../endpoint'
import { Source } from '../sources/endpoints'
import { job } from './limits'

const value = z.number()

/** What is measured of the whole picture or of one region, without the words on it. */
const MeasuredArea = z.object({
  brightness: value,
  contrast: value,
  sharpness: value,
  change: value.nullable(),
  change_from_reference: value.nullable(),
  dark: z.boolean(),
  blank: z.boolean(),
  covered: z.boolean().nullable(),
  blurred: z.boolean(),
  moved: z.boolean().nullable(),
}) satisfies z.ZodType<AreaMeasurement>

/** A stored picture, and what rules over pictures know of it. Regions are by their ids. */
export const MeasuredPicture = z.object({
  frame_id: z.uuid(),
  taken_at: Instant,
  measurement: z.object({ whole: MeasuredArea, regions: z.record(z.string(), MeasuredArea) }),
})
export type MeasuredPicture = z.infer<typeof MeasuredPicture>

export const measurePictures = endpoint({
  method: 'POST',
  reads: true,
  path: '/future_instructions/measure',
  summary:
    'Measures stored pictures of a source that the caller may see, as rules over pictures would: by default those of the last day, at most 120 that are spread evenly over the time. With `instruction_id`, the area and the first reference picture of that job apply. Words and numbers are not read. The person whose screen it is learns that they looked.',
  access: member({ can: 'jobs.create' }),
  perMinute: 30,
  body: z.object({
    source: Source,
    regions: pictureRegions.default([]),
    instruction_id: Id.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    most: z.int().min(1).max(job.measuredPictures).default(job.measuredPictures),
  }),
  answer: z.object({
    from: Instant,
    to: Instant,
    /** Oldest first. A picture that is gone or cannot be read is left out. */
    items: z.array(MeasuredPicture),
    /** Whether the time was not enough for all of them. The newest are missing then. */
    is_cut: z.boolean(),
  }),
})
