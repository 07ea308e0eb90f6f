import type { MemberContext } from '../../platform/request-context'
import * as jobs from './jobs-service'
import * as notices from './notices-store'
import * as store from './store'

/** The functions of jobs for other features, always with the rights of the caller. */

/** The names of those of these jobs that the caller may see, by their ids. */
export async function namesOfJobs(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await store.jobNames(ctx, ids)).map(({ id, name }) => [id, name]))
}

/** The first logbook that a job writes to; undefined if there is none. The caller must be able to change the job. */
export async function logbookOfJob(ctx: MemberContext, instruction_id: number): Promise<number | undefined> {
  const { write_ids } = await jobs.lockEditable(ctx, instruction_id)
  return write_ids[0]
}

/** Has a job give the labels of a graph [3.9b]; refused where labels of another graph are in its rules. */
export async function labelByJob(ctx: MemberContext, instruction_id: number, graph_id: number): Promise<void> {
  await jobs.update(ctx, { instruction_id, graph_id })
}

/** How many jobs the organisation has, and how many of them are active. */
export const { countJobs } = store

/** For notifications, without the rights of anybody: see the store. */
export const { failedRun, silentJobs } = notices
