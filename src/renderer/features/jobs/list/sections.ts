import type { Job } from '#shared/contract/jobs/job'

/** Which jobs are listed. */
export type Shown = 'active' | 'finished'

interface JobSections {
  today: Job[]
  needsYou: Job[]
  later: Job[]
}

/** Whether somebody should look after a job: it is paused, or its last run failed. */
const needsSomebody = ({ status, last_run }: Job): boolean => status === 'paused' || last_run?.status === 'failed'

/** Groups jobs that have not ended: those of today, those that need somebody, and the others. */
export function sectionsOf(jobs: readonly Job[], dayKey: (at: string | number) => string): JobSections {
  const today = dayKey(Date.now())
  const isToday = (at: string | null | undefined) => at != null && dayKey(at) === today
  const sections: JobSections = { today: [], needsYou: [], later: [] }
  for (const job of jobs) {
    if (needsSomebody(job)) sections.needsYou.push(job)
    else if (isToday(job.next_runs[0]) || isToday(job.last_run?.started_at)) sections.today.push(job)
    else sections.later.push(job)
  }
  return sections
}
