import type { MemberContext } from '../../platform/request-context'
import * as notices from './notices-store'
import * as jobs from './store'
import { jobNames } from './store'

/** The functions of jobs for other features, always with the rights of the caller. */

/** The names of those of these jobs that the caller may see, by their ids. */
export async function namesOfJobs(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await jobNames(ctx, ids)).map(({ id, name }) => [id, name]))
}

/** How many jobs the organisation has, and how many of them are active. */
export const { countJobs } = jobs

/** For notifications, without the rights of anybody: see the store. */
export const { failedRun, silentJobs } = notices
