import { z } from 'zod'
import { listJobs, readJob } from '#shared/contract/jobs/endpoints'
import { Job } from '#shared/contract/jobs/job'
import { call } from '../../platform/api'
import { type CopyPlace, isUnreachable } from '../../platform/copied-answer'
import { account } from '../../platform/guest'
import { copied, reread } from '../../platform/list-copies'
import type { ListCopies, Listed } from '../../platform/list-loader'
import { offlineCopies } from '../../platform/offline-copies'

const kind = 'job.'

/** The name of the copy of an opened job. Those of its parts begin with it. */
export const jobCopy = (instruction_id: number): string => kind + instruction_id

/** Where an opened job is copied; the job is an item, because copies are of lists. */
export const jobPlace = (instruction_id: number): CopyPlace<z.ZodArray<typeof Job>> => ({
  name: jobCopy(instruction_id),
  schema: z.array(Job),
})

/** The addresses of pictures expire. */
export const withoutPictures = (job: Job): Job => ({
  ...job,
  overlay_frame_url: null,
  references: job.references.map(reference => ({ ...reference, url: null })),
})

const listCopy = (only_completed: boolean): string => (only_completed ? 'jobs.ended' : 'jobs.current')

/** Copies of the jobs that run, or of those that ended. */
export function jobCopies(only_completed: boolean): ListCopies<Job> {
  const list = copied(listCopy(only_completed), Job)
  return { ...list, keep: jobs => list.keep(jobs.map(withoutPictures)) }
}

async function listed(only_completed: boolean): Promise<Listed<Job>> {
  const outcome = await call(listJobs, { only_completed })
  return outcome.ok ? { ...outcome, data: outcome.data.map(withoutPictures) } : outcome
}

/** Reads the copied jobs anew, and removes what the person may no longer read. */
export async function rereadJobs(): Promise<void> {
  const owner = account()
  const copies = (await offlineCopies.list().catch(() => [])).filter(copy => copy.account === owner)
  for (const only_completed of [false, true]) await reread(listCopy(only_completed), () => listed(only_completed))
  const ids = copies.flatMap(({ name }) => (name.startsWith(kind) ? Number.parseInt(name.slice(kind.length), 10) : []))
  for (const instruction_id of new Set(ids)) {
    const outcome = await call(readJob, { instruction_id })
    if (account() !== owner) return
    if (!outcome.ok && !isUnreachable(outcome.code)) await offlineCopies.drop(jobCopy(instruction_id))
  }
}
