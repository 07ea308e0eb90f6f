import type { JobSchedule, RunStatus } from '#shared/contract/jobs/job'
import { nextTime } from '../src/server/features/jobs/schedule'

export interface StoredSchedule {
  id: number
  schedule: JobSchedule
  scheduled_at: string
}

/** A run of a planned time. */
export interface StoredRun {
  job_id: number
  planned_at: string
  status: RunStatus
  /** How many later times it makes up for. */
  missed: number
  attempts: number
  logs: { log_id: number }[]
}

export interface StoredLog {
  id: number
  job_id: number
}

export interface Verdict {
  /** Planned times that the schedules give. */
  slots: number
  runs: number
  /** Planned times for which a later server made up with the run of an earlier one [D29]. */
  madeUp: number
  takenOver: number
  logs: number
  /** Planned times without a run that counts them, and runs without their log. */
  missed: string[]
  /** Planned times that count twice, runs at other times, and logs beyond one for each run. */
  doubled: string[]
}

/**
 * Compares the runs and logs of jobs with the times that their schedules give up to an instant. Each run writes one log.
 * Later runs and their logs are left out: the servers may stop while one of them works.
 */
export function judge(
  jobs: readonly StoredSchedule[],
  { runs, logs, until }: { runs: readonly StoredRun[]; logs: readonly StoredLog[]; until: number },
): Verdict {
  const counted = runs.filter(run => Date.parse(run.planned_at) <= until)
  const later = runs.filter(run => Date.parse(run.planned_at) > until)
  const written = new Map(logs.map(log => [log.id, log]))
  for (const run of later) for (const { log_id } of logsOf(run, written)) written.delete(log_id)
  const verdict: Verdict = {
    slots: 0,
    runs: counted.length,
    madeUp: 0,
    takenOver: counted.filter(({ attempts }) => attempts > 1).length,
    logs: written.size,
    missed: [],
    doubled: [],
  }
  for (const job of jobs) {
    const ofJob = counted.filter(({ job_id }) => job_id === job.id)
    judgeTimes(job, timesOf(job, until), ofJob, verdict)
  }
  judgeLogs(counted, written, verdict)
  return verdict
}

/** The planned times of a job up to an instant, by the rules of its schedule. */
function timesOf({ schedule, scheduled_at }: StoredSchedule, until: number): number[] {
  const times: number[] = []
  const next = (after: number) => nextTime({ schedule, scheduled_at, executions: 0, working_hours: null }, after)
  for (let time = next(Date.parse(scheduled_at)); time !== null && time <= until; time = next(time)) times.push(time)
  return times
}

function judgeTimes(job: StoredSchedule, times: readonly number[], runs: readonly StoredRun[], verdict: Verdict): void {
  const covered = times.map(() => 0)
  for (const run of runs) {
    const first = times.indexOf(Date.parse(run.planned_at))
    if (first < 0) verdict.doubled.push(`job ${job.id} ran at ${run.planned_at}, which is no planned time`)
    for (let index = first; first >= 0 && index <= first + run.missed && index < times.length; index += 1) {
      covered[index] = (covered[index] ?? 0) + 1
      if (index > first) verdict.madeUp += 1
    }
  }
  const nameOf = (index: number) => `job ${job.id} at ${new Date(times[index] ?? 0).toISOString()}`
  verdict.slots += times.length
  covered.forEach((count, index) => {
    if (count === 0) verdict.missed.push(`${nameOf(index)} has no run`)
    if (count > 1) verdict.doubled.push(`${nameOf(index)} counts ${count} times`)
  })
}

/** The logs that a run names and its job wrote. */
const logsOf = (run: StoredRun, written: ReadonlyMap<number, StoredLog>) =>
  run.logs.filter(({ log_id }) => written.get(log_id)?.job_id === run.job_id)

function judgeLogs(runs: readonly StoredRun[], written: ReadonlyMap<number, StoredLog>, verdict: Verdict): void {
  const unclaimed = new Map(written)
  for (const run of runs) {
    const found = logsOf(run, unclaimed)
    for (const { log_id } of found) unclaimed.delete(log_id)
    const name = `job ${run.job_id} at ${run.planned_at}`
    if (run.status !== 'succeeded') verdict.missed.push(`${name} ${run.status}`)
    else if (found.length === 0) verdict.missed.push(`${name} wrote no log`)
    else if (found.length > 1) verdict.doubled.push(`${name} wrote ${found.length} logs`)
  }
  for (const { id, job_id } of unclaimed.values()) verdict.doubled.push(`log ${id} of job ${job_id} belongs to no run`)
}
