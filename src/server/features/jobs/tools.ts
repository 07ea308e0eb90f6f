import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { type JobFact, type JobFacts, JobsInput, jobsQuestion } from './jobs-question'
import { nextTimes, type Planned, withWorkingHours } from './schedule'
import { type JobRow, listJobs } from './store'

/** Jobs that Mate reads for one answer. */
const atMost = 50

/** Mate’s tool for jobs: which there are, what they did last, and why one failed or is paused. */
export const jobsTool: Tool<JobsInput, JobFacts> = {
  name: 'find_jobs',
  description:
    'The scheduled jobs that the person may see: when each runs next, how its last run ended and why, what that run wrote, and why a job is paused. `only` selects those that run, failed last, or are paused; `query` searches their names and prompts.',
  input: JobsInput,
  question: jobsQuestion,
  async run(ctx, { only, query }) {
    const rows = await listJobs(ctx, { only_completed: false, query }, { after: undefined, limit: atMost })
    const among = rows.filter(row => isAmong(row, only))
    const jobs = (await withWorkingHours(ctx, among)).map(row => factOf(ctx, row))
    return { facts: { only, jobs }, references: [], addresses: jobs.map(({ address }) => address), read: nothingRead }
  },
}

function isAmong({ status, last_run }: JobRow, only: JobsInput['only']): boolean {
  if (only === 'running') return status === 'active'
  if (only === 'paused') return status === 'paused'
  return only === 'all' || last_run?.status === 'failed'
}

function factOf({ app }: MemberContext, row: JobRow & Pick<Planned, 'working_hours'>): JobFact {
  const { last_run: run } = row
  return {
    id: row.id,
    name: row.name,
    address: `#/jobs/${row.id}`,
    status: row.status,
    pause_cause: row.pause_cause,
    pause_reason: row.pause_reason,
    next_run: row.status === 'active' ? (nextTimes(row, app.clock.now())[0] ?? null) : null,
    last_run: run && {
      status: run.status,
      reason: run.reason,
      ended_at: run.ended_at === null ? null : new Date(run.ended_at).toISOString(),
      title: run.result?.title ?? null,
    },
  }
}
