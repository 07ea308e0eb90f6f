import { describe, expect, test } from 'vitest'
import { JobSchedule } from '#shared/contract/jobs/job'
import { judge, type StoredRun } from './planned-times-verdict'

const schedule = JobSchedule.parse({ minute_interval: 1, timezone: 'UTC' })
const jobs = [{ id: 7, schedule, scheduled_at: '2026-11-20T09:00:30.000Z' }]
const at = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`
const until = Date.parse(at(4))

const run = (minute: number, changes: Partial<StoredRun> = {}): StoredRun => ({
  ...{ job_id: 7, planned_at: at(minute), status: 'succeeded', missed: 0, attempts: 1 },
  logs: [{ log_id: minute }],
  ...changes,
})
const log = (id: number) => ({ id, job_id: 7 })

describe('The verdict on planned times [D29]', () => {
  test('counts one run and one log for each planned time', () => {
    const [runs, logs] = [[1, 2, 3, 4].map(minute => run(minute)), [1, 2, 3, 4].map(log)]
    const none = { missed: [], doubled: [] }
    expect(judge(jobs, { runs, logs, until })).toEqual({ slots: 4, runs: 4, madeUp: 0, takenOver: 0, logs: 4, ...none })
  })

  test('counts a time that another run made up for, and a run that was begun again', () => {
    const runs = [run(1, { attempts: 2 }), run(2, { missed: 2 })]
    const verdict = judge(jobs, { runs, logs: [log(1), log(2)], until })
    expect(verdict).toMatchObject({ slots: 4, madeUp: 2, takenOver: 1, missed: [], doubled: [] })
  })

  test('finds a time without a run, one that counts twice, and a run at no planned time', () => {
    const runs = [run(1, { missed: 1 }), run(2), run(4), run(3, { planned_at: '2026-11-20T09:03:30.000Z' })]
    const verdict = judge(jobs, { runs, logs: [1, 2, 3, 4].map(log), until })
    expect(verdict.missed).toEqual([`job 7 at ${at(3)} has no run`])
    expect(verdict.doubled).toEqual([
      'job 7 ran at 2026-11-20T09:03:30.000Z, which is no planned time',
      `job 7 at ${at(2)} counts 2 times`,
    ])
  })

  test('finds a run that failed, one without its log, and a log that was written twice', () => {
    const runs = [run(1, { status: 'failed', logs: [] }), run(2), run(3), run(4)]
    const verdict = judge(jobs, { runs, logs: [log(3), log(4), log(5)], until })
    expect(verdict.missed).toEqual([`job 7 at ${at(1)} failed`, `job 7 at ${at(2)} wrote no log`])
    expect(verdict.doubled).toEqual(['log 5 of job 7 belongs to no run'])
  })

  test('leaves out what ran after the instant, and is unfinished because the servers stopped', () => {
    const runs = [1, 2, 3, 4, 5].map(minute => run(minute)).concat(run(6, { status: 'running', logs: [] }))
    const verdict = judge(jobs, { runs, logs: [1, 2, 3, 4, 5].map(log), until })
    expect(verdict).toMatchObject({ slots: 4, runs: 4, logs: 4, missed: [], doubled: [] })
  })
})
