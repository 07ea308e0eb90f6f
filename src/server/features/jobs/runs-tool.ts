import { nothingRead, type Tool } from '../../platform/tool'
import { rightsOn } from '../documents/service'
import { titlesOf } from '../logs/service'
import { type RunFact, type RunFacts, RunsInput, referenceOf, runsQuestion } from './runs-question'
import { newestRunsBy } from './runs-store'
import { jobNames } from './store'

/** Jobs that Mate looks at for one answer. */
const atMost = 20

/** Mate’s tool for what jobs saw at a time: the newest run of each by then, and what it wrote. */
export const runsTool: Tool<RunsInput, RunFacts> = {
  name: 'find_runs',
  description:
    'What jobs saw at an instant: for each of `job_ids` (from find_jobs; empty for all that the person may see) the newest run that began within the day before `at`, with its outcome, what it wrote, and the log if the person may read it.',
  input: RunsInput,
  question: runsQuestion,
  async run(ctx, { job_ids, at }) {
    const jobs = (await jobNames(ctx, job_ids.length > 0 ? job_ids : null)).slice(0, atMost)
    const rows = await newestRunsBy(
      ctx,
      jobs.map(({ id }) => id),
      at,
    )
    const runs = await Promise.all(
      rows.map(async (row): Promise<RunFact> => {
        const [written] = row.logs
        const mayRead = written !== undefined && (await rightsOn(ctx, written.doc_id)) !== undefined
        const titles = mayRead ? await titlesOf(ctx, { log_ids: [written.log_id], doc_ids: [] }) : null
        const title = written && titles?.log.get(written.log_id)
        return {
          job: jobs.find(({ id }) => id === row.job_id)?.name ?? '',
          address: `#/jobs/${row.job_id}`,
          began_at: new Date(row.started_at ?? row.created_at).toISOString(),
          status: row.status,
          reason: row.reason,
          title: row.result?.title ?? null,
          content: row.result?.content ?? '',
          log: written && title !== undefined ? { id: written.log_id, doc_id: written.doc_id, title } : null,
        }
      }),
    )
    const references = runs.flatMap(referenceOf)
    return {
      facts: { at, runs },
      references,
      addresses: runs.map(({ address }) => address),
      read: { ...nothingRead, logs: references.length },
    }
  },
}
