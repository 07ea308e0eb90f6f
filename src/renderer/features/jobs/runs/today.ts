import type { Job, Run } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { nextRuns } from '#shared/rules/job-schedule'
import { isUnderWay } from './store'

/** More squares than these would say nothing. */
export const mostSquares = 108

export type Square = 'succeeded' | 'skipped' | 'failed' | 'running' | 'planned'

export interface Today {
  /** Oldest first. */
  squares: Square[]
  done: number
  /** Null if it is not known how many runs are still planned, or if they are too many to count. */
  all: number | null
}

const squareOf = (run: Run): Square =>
  isUnderWay(run) ? 'running' : run.status === 'failed' || run.status === 'skipped' ? run.status : 'succeeded'

/** The runs of today and those that are still planned; without any today, the newest runs. */
export function todayOf(
  job: Job,
  runs: readonly Run[],
  { dayKey, now }: { dayKey: (at: string | number) => string; now: number },
): Today {
  const today = dayKey(now)
  const ofToday = runs.filter(run => {
    const at = run.planned_at ?? run.started_at
    return at === null || dayKey(at) === today
  })
  const planned = plannedToday(job, at => dayKey(at) === today, now)
  const isShown = ofToday.length + (planned?.length ?? 0) > 0
  const shown = isShown ? ofToday : runs
  const squares = shown.map(squareOf).reverse()
  const future = (planned ?? job.next_runs.filter(at => dayKey(at) === today)).map((): Square => 'planned')
  const isCountable = planned !== null && ofToday.length + planned.length <= mostSquares
  return {
    squares: [...squares.slice(-(isCountable ? mostSquares : mostSquares / 2)), ...(isCountable ? future : [])],
    done: ofToday.length,
    all: isShown && isCountable ? ofToday.length + planned.length : null,
  }
}

/** The times still to come today; null if they cannot be told. */
function plannedToday(job: Job, isToday: (at: string) => boolean, now: number): string[] | null {
  const listed = job.next_runs.filter(isToday)
  if (job.status !== 'active') return []
  if (listed.length < limits.nextRuns) return listed
  // The server names only the next five. Times of cron expressions are for the server to tell.
  if (job.minute_interval === null) return null
  const rule = { ...job, anchor: job.created_at, working_hours: null }
  const state = { after: now, executions: job.instruction_executions }
  return nextRuns(rule, null, state, mostSquares + 1)
    .map(at => new Date(at).toISOString())
    .filter(isToday)
}
