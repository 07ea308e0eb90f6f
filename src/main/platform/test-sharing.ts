import type { CaptureStatus } from '#shared/contract/desktop'

const viewer = (name: string, job_id: number | null = null) => ({
  user_id: job_id === null ? 9 : null,
  job_id,
  name,
  image: null,
  since: '2026-05-04T08:00:00.000Z',
})

/** A screen that is shared, watched by Tom and a job. */
export const sharing: CaptureStatus = {
  state: 'sharing',
  sharing: 'sharing',
  what: 'Entire screen',
  since: '2026-05-04T08:00:00.000Z',
  pictures_taken: 9,
  viewers: [viewer('Tom'), viewer('Friday round-up', 4)],
  trouble: null,
}
