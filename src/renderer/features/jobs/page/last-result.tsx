import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { OnceMarksLoaded } from '../../../ui/rich-text'
import { Skeleton } from '../../../ui/skeleton'
import { isDrawnAlike } from '../../../ui/without-marks'
import { useRuns } from '../runs/store'
import { Verdict } from '../runs/verdict'
import { Written } from '../runs/written'
import { ResultCard } from './result-card'

/** What the newest run that wrote something wrote, with the way to its log. */
export function LastResult({ job }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const { time, dayAndTime, daysAgo } = useFormat()
  const runs = useRuns(state => state.lists[job.instruction_id]?.items)
  const known = [...(job.last_run ? [job.last_run] : []), ...(runs ?? [])]
  const run = known.find(({ status, result }) => status === 'succeeded' && result !== null)
  if (!run?.result) return null
  const at = run.ended_at ?? run.started_at
  const [log] = run.logs
  return (
    <OnceMarksLoaded
      isNeeded={!isDrawnAlike(run.result.content)}
      placeholder={<Skeleton height={120} className="rounded-md" />}
    >
      <section aria-label={t('last.title')} className="rounded-md border border-line bg-surface-2 px-4 py-3.5">
        <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
          <h3 className="text-sm font-semibold">{t('last.title')}</h3>
          {at && (
            <span className="text-xs text-muted tabular-nums">{daysAgo(at) === 0 ? time(at) : dayAndTime(at)}</span>
          )}
          <span className="ml-auto flex flex-wrap gap-x-3">
            <Written run={run} />
          </span>
        </div>
        <ResultCard result={run.result} doc_id={log?.doc_id ?? 0} />
        <div className="mt-2">
          <Verdict run={run} />
        </div>
        {run.logs.length + run.sent.length === 0 && <p className="mt-2 text-xs text-muted">{t('last.nowhere')}</p>}
      </section>
    </OnceMarksLoaded>
  )
}
