import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGraph, readGraph } from '#shared/contract/graphs/endpoints'
import { deleteJob, listRuns, readJob, runJob, syncJob, updateJob } from '#shared/contract/jobs/endpoints'
import { readFrames } from '#shared/contract/sources/endpoints'
import { gateLook, type JobsYard, openJobsYard, settled, yardPicture } from './test-jobs'

const minute = 60_000
/** A moment more than the interval of the jobs. */
const interval = 10 * minute + 1_000
let yard: JobsYard

beforeAll(async () => {
  yard = await openJobsYard()
})
afterAll(() => yard.device.close())
beforeEach(async () => yard.shows(await yardPicture('closed')))

/** The job of a test ends with it, so that the next test’s time moves nothing else. */
const ended = (instruction_id: number) => yard.maya.call(deleteJob, { instruction_id })

describe('A job that watches a camera, with nothing connected [1.7, D28, D29]', () => {
  test('writes a log with its picture at each planned time, as a job, and the picture is kept', async () => {
    const job = await yard.job()
    expect(job.next_runs).toHaveLength(5)
    await yard.pass(interval)
    await yard.pass(interval)
    const runs = await yard.runsOf(job.instruction_id)
    expect(runs.map(run => [run.status, run.planned_at])).toEqual([
      ['succeeded', job.next_runs[1]],
      ['succeeded', job.next_runs[0]],
    ])
    const logs = (await yard.logs()).filter(log => log.future_instructions_id === job.instruction_id)
    expect(logs).toHaveLength(2)
    expect(logs[0]).toMatchObject({ created_by: null, is_generating: false })
    const [frame] = await yard.maya.call(readFrames, { ids: logs[0]?.frame_ids ?? [] })
    expect(frame).toMatchObject({ source: { kind: 'camera', camera_id: yard.camera_id }, kept: true })
    await ended(job.instruction_id)
  })

  test('gives its logs the label of the rule that holds, and the graph shows it [D22]', async () => {
    const graph = await yard.maya.call(createGraph, {
      logbook_id: yard.doc_id,
      name: 'Gate',
      labels: { '0': 'Closed', '1': 'Open' },
    })
    const rule = { region: 'gate', measure: 'brightness' as const, threshold: 0.3, hold_seconds: 0 }
    const job = await yard.job({
      graph_id: graph.graph_id,
      look: {
        ...gateLook,
        rules: [
          {
            rule: { id: 'open', ...rule, comparison: 'below' },
            text: 'The gate is open.',
            label: { graph_id: graph.graph_id, label: 1 },
          },
          {
            rule: { id: 'closed', ...rule, comparison: 'above' },
            text: 'The gate is closed.',
            label: { graph_id: graph.graph_id, label: 0 },
          },
        ],
      },
    })
    await yard.pass(interval)
    await yard.shows(await yardPicture('open'))
    await yard.pass(interval)
    const [open, closed] = await yard.logs()
    expect([closed?.title, open?.title]).toEqual(['The gate is closed.', 'The gate is open.'])
    expect([closed?.labels, open?.labels].map(labels => labels?.map(label => label.text))).toEqual([
      ['Closed'],
      ['Open'],
    ])
    expect((await yard.maya.call(readGraph, { graph_id: graph.graph_id })).totals).toEqual({ '0': 1, '1': 1 })
    await ended(job.instruction_id)
  })

  test('writes only what is noteworthy, if it is told so', async () => {
    const job = await yard.job({
      writes_when: 'when_noteworthy',
      look: {
        ...gateLook,
        rules: [
          {
            rule: {
              id: 'open',
              region: 'gate',
              measure: 'brightness',
              comparison: 'below',
              threshold: 0.3,
              hold_seconds: 0,
            },
            text: 'The gate is open.',
          },
        ],
      },
    })
    const before = (await yard.logs()).length
    await yard.pass(interval)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([{ status: 'succeeded', logs: [], result: null }])
    await yard.shows(await yardPicture('open'))
    await yard.pass(interval)
    await yard.pass(interval)
    const logs = await yard.logs()
    expect(logs).toHaveLength(before + 1)
    expect(logs[0]).toMatchObject({ title: 'The gate is open.' })
    await ended(job.instruction_id)
  })

  test('whose camera does not answer fails loudly after its attempts, and is paused after five failures', async () => {
    const job = await yard.job()
    yard.device.answer = response => void response.writeHead(503).end()
    for (let count = 0; count < 5; count += 1) await yard.untilEnded(job.instruction_id, count + 1)
    const runs = await yard.runsOf(job.instruction_id)
    expect(runs.map(run => [run.status, run.reason, run.attempts])).toEqual(Array(5).fill(['failed', 'no_picture', 4]))
    expect(runs[0]?.read?.sources).toMatchObject([{ name: 'Yard', frame_id: null, reason: 'no_picture' }])
    expect(await yard.maya.call(readJob, { instruction_id: job.instruction_id })).toMatchObject({
      status: 'paused',
      pause_cause: 'failures',
      failures: 5,
      next_runs: [],
    })
    await yard.shows(await yardPicture('closed'))
    const again = await yard.maya.call(updateJob, { instruction_id: job.instruction_id, status: 'active' })
    expect(again).toMatchObject({ status: 'active', failures: 0, pause_cause: null })
    const synced = await yard.maya.call(syncJob, { instruction_id: job.instruction_id })
    await settled(yard.server)
    const [newest] = await yard.runsOf(job.instruction_id)
    expect(newest).toMatchObject({
      run_id: synced.run_id,
      kind: 'sync',
      status: 'succeeded',
      planned_at: runs[0]?.planned_at,
    })
    await ended(job.instruction_id)
  })

  test('runs once on demand, and its planned times stay [7.20a]', async () => {
    const job = await yard.job()
    const run = await yard.maya.call(runJob, { instruction_id: job.instruction_id })
    expect(run).toMatchObject({ kind: 'adhoc', status: 'queued', planned_at: null })
    await settled(yard.server)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([{ run_id: run.run_id, status: 'succeeded' }])
    expect((await yard.maya.call(readJob, { instruction_id: job.instruction_id })).next_runs[0]).toBe(job.next_runs[0])
    await ended(job.instruction_id)
  })

  test('makes up once for the times at which no server was there', async () => {
    const job = await yard.job()
    // Five minutes after the ninth planned time.
    yard.server.clock.set(Date.parse(job.next_runs[0] ?? '') - yard.server.clock.now() + 85 * minute)
    await yard.pass(15_000)
    const runs = await yard.runsOf(job.instruction_id)
    expect(runs).toMatchObject([{ status: 'succeeded', planned_at: job.next_runs[0], missed: 8 }])
    await ended(job.instruction_id)
  })

  test('at one time runs once, then has ended', async () => {
    const at = new Date(yard.server.clock.now() + 5 * minute).toISOString()
    const job = await yard.job({ minute_interval: null, instruction_one_time: at })
    expect(job).toMatchObject({ is_repeat: false, next_runs: [at] })
    await yard.pass(6 * minute)
    expect(await yard.runsOf(job.instruction_id)).toHaveLength(1)
    expect(await yard.maya.call(readJob, { instruction_id: job.instruction_id })).toMatchObject({
      status: 'completed',
      instruction_executions: 1,
      next_runs: [],
    })
    await ended(job.instruction_id)
  })

  test('that is paused, changed or deleted before its time does not run at the former time', async () => {
    const job = await yard.job()
    await yard.maya.call(updateJob, {
      instruction_id: job.instruction_id,
      status: 'paused',
      pause_reason: 'The camera moved.',
    })
    await yard.pass(20 * minute)
    expect(await yard.runsOf(job.instruction_id)).toEqual([])
    const changed = await yard.maya.call(updateJob, {
      instruction_id: job.instruction_id,
      status: 'active',
      minute_interval: 30,
    })
    await yard.pass(31 * minute)
    expect(await yard.runsOf(job.instruction_id)).toMatchObject([{ planned_at: changed.next_runs[0] }])
    await ended(job.instruction_id)
    await yard.pass(31 * minute)
    await expect(yard.maya.call(listRuns, { instruction_id: job.instruction_id })).rejects.toMatchObject({
      status: 404,
      code: 'job.not_found',
    })
  })
})
