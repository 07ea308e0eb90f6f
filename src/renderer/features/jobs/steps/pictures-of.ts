import type { JobSource } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'

/** Cameras and screens of a job, in the order in which it looks at them. */
export const picturesOf = ({ feed_ids, user_ids }: Pick<JobSource, 'feed_ids' | 'user_ids'>): Source[] => [
  ...feed_ids.map(camera_id => ({ kind: 'camera', camera_id }) as const),
  ...user_ids.map(user_id => ({ kind: 'screen', user_id }) as const),
]
