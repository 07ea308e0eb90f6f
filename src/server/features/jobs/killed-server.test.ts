import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs/job'
import { type JobsYard, openJobsYard } from './test-jobs'

const interval = 10 * 60_000 + 1_000
let yard: JobsYard

beforeAll(async () => {
  yard = await openJobsYard()
})
afterAll(() => yard.device.close())

/** Puts the background job of a planned time back, as if the server that ran it was killed before it could end it. */
const leftBehind = ({ instruction_id, next_runs }: Job) =>
  yard.server.asOwner(
    `update pgboss.job set state = 'created', started_on = null, completed_on = null
     where name = 'jobs.planned' and (data->>'job_id')::bigint = $1 and data->>'planned_at' = $2`,
    [instruction_id, next_runs[0]],
  )

const waiting = async ({ instruction_id }: Job) =>
  (
    await yard.server.asOwner<{ planned_at: string }>(
      `select data->>'planned_at' as planned_at from pgboss.job
       where name = 'jobs.planned' and state < 'active' and (data->>'job_id')::bigint = $1`,
      [instruction_id],
    )
  ).map(row => row.planned_at)

describe('A planned time at which the server is killed [D29]', () => {
  test('has one run, one log and one next time, if the server was killed after it wrote', async () => {
    const job = await yard.job()
    await yard.pass(interval)
    const before = { runs: await yard.runsOf(job.instruction_id), logs: await yard.logs() }
    expect(before.runs).toMatchObject([{ status: 'succeeded', attempts: 1 }])
    await leftBehind(job)
    await yard.pass(1_000)
    expect(await yard.runsOf(job.instruction_id)).toEqual(before.runs)
    expect(await yard.logs()).toEqual(before.logs)
    expect(await waiting(job)).toEqual([job.next_runs[1]])
  })

  test('is run again, and written once, if the server was killed before it wrote', async () => {
    const job = await yard.job()
    await yard.pass(interval)
    const [run] = await yard.runsOf(job.instruction_id)
    const logs = (await yard.logs()).length
    await yard.server.asOwner('delete from logs where id = $1', [run?.logs[0]?.log_id])
    await yard.server.asOwner("update job_runs set status = 'running', ended_at = null, logs = '[]' where id = $1", [
      run?.run_id,
    ])
    await leftBehind(job)
    await yard.pass(1_000)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([
      { run_id: run?.run_id, status: 'succeeded', attempts: 2, logs: [{ doc_id: yard.doc_id }] },
    ])
    expect(await yard.logs()).toHaveLength(logs)
    expect(await waiting(job)).toEqual([job.next_runs[1]])
  })

  test('is run again although a server was killed at each attempt that a failure would be given', async () => {
    const job = await yard.job()
    await yard.server.asOwner(
      "update pgboss.job set retry_count = 7 where name = 'jobs.planned' and (data->>'job_id')::bigint = $1",
      [job.instruction_id],
    )
    await yard.pass(interval)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([{ planned_at: job.next_runs[0], status: 'succeeded' }])
  })

  test('fails loudly, and is followed by the next one, if each attempt ended with a killed server', async () => {
    const job = await yard.job()
    await yard.server.asOwner(
      "update pgboss.job set retry_count = 8 where name = 'jobs.planned' and (data->>'job_id')::bigint = $1",
      [job.instruction_id],
    )
    await yard.pass(interval)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([
      { planned_at: job.next_runs[0], status: 'failed', reason: 'server_stopped' },
    ])
    expect(await waiting(job)).toEqual([job.next_runs[1]])
    await yard.pass(interval)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([
      { planned_at: job.next_runs[1], status: 'succeeded' },
      { status: 'failed' },
    ])
  })
})
