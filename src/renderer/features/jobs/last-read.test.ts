import { afterEach, beforeEach, expect, test } from 'vitest'
import { listJobChanges, listJobs, listRuns, readJob } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { useCopiesShown } from '../../platform/copies-shown'
import { offlineCopies } from '../../platform/offline-copies'
import { endSession } from '../../platform/session'
import { resetOrganisation } from '../../platform/store'
import { MemoryCopies } from '../../platform/test-copies'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { rereadJobs } from './last-read'
import { useRuns } from './runs/store'
import { useCurrentJobs, useJobs } from './store'
import { jobOf, runOf } from './test-jobs'

withServer()
let storage: MemoryCopies
const reference = { id: 'c7d1a4de-6a5c-4f3e-9b61-0a5b2a1f7e11', url: '/objects/reference' }
const watch = jobOf(4, 'Bay watch', { overlay_frame_url: '/objects/area', references: [reference] })

beforeEach(() => {
  storage = new MemoryCopies()
  offlineCopies.keepIn(storage)
  signInAs(7, { organizationId: 3 })
  serve(listJobs, [watch])
  serve(readJob, watch)
  serve(listRuns, [runOf(9, { instruction_id: 4 })])
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
})

const shown = () => Object.keys(useCopiesShown.getState().shown).sort()

/** Reads the list, a job and its runs, then simulates a reload without a server. */
async function readThenReload(): Promise<void> {
  await useCurrentJobs.getState().load()
  await useJobs.getState().read(4)
  await useRuns.getState().load(4)
  await offlineCopies.flush()
  resetOrganisation()
  for (const endpoint of [listJobs, readJob, listRuns, listJobChanges]) serve(endpoint, () => Response.error())
}

test('The jobs, and one that was opened with its runs, stay readable without the server but for the addresses of pictures', async () => {
  await readThenReload()
  await useCurrentJobs.getState().load()
  await useJobs.getState().read(4)
  await useRuns.getState().load(4)
  expect(useCurrentJobs.getState().items.map(job => job.instruction_text)).toEqual(['Bay watch'])
  expect(useJobs.getState().opened[4]).toMatchObject({ status: 'ready', failure: null, job: { instruction_id: 4 } })
  expect(useRuns.getState().lists[4]?.items.map(run => run.run_id)).toEqual([9])
  expect(shown()).toEqual(['job.4', 'job.4.runs', 'jobs.current'])
  expect(JSON.stringify([...storage.copies.values()])).not.toContain('/objects/')
})

test('A job leaves the device with its runs when the person may not see it any more, whichever page is open', async () => {
  await readThenReload()
  await rereadJobs()
  expect(storage.names.sort()).toEqual(['7.3 job.4', '7.3 job.4.runs', '7.3 jobs.current'])
  serve(listJobs, [])
  serve(readJob, apiError('job.not_found'))
  await rereadJobs()
  await offlineCopies.flush()
  expect([...storage.copies.values()].map(({ name, json }) => `${name} ${json}`)).toEqual(['jobs.current []'])
})

test('A refused job is neither shown nor kept', async () => {
  await readThenReload()
  serve(readJob, apiError('job.not_found'))
  await useJobs.getState().read(4)
  expect(useJobs.getState().opened[4]).toMatchObject({ status: 'failed', job: null })
  await expect.poll(() => storage.names).not.toContain('7.3 job.4')
})
