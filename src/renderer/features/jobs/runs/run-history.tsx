import { CloudAlert, RotateCcw } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job, Run } from '#shared/contract/jobs/job'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { Drawer } from '../../../ui/drawer'
import { LoadMore } from '../../../ui/load-more'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast'
import { useJobs } from '../store'
import { RunGrid } from './run-grid'
import { RunRow } from './run-row'
import { SkippedRuns, withSkippedTogether } from './skipped-runs'
import { useRuns } from './store'
import { todayOf } from './today'
import { UsageLine } from './usage-line'

interface Props {
  job: Job
  open: boolean
  onClose: () => void
}

/** The runs of a job: those of today at a glance, then all of them, newest first [D29]. */
export function RunHistory({ job, open, onClose }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const { dayKey } = useFormat()
  const { instruction_id } = job
  const list = useRuns(state => state.lists[instruction_id])
  useEffect(() => void useRuns.getState().load(instruction_id), [instruction_id])
  const items = list?.items
  const today = useMemo(() => todayOf(job, items ?? [], { dayKey, now: Date.now() }), [job, items, dayKey])
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('history.title')}
      closeLabel={t('app:action.close')}
      badge={
        today.all !== null &&
        list?.status === 'ready' && (
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">
            {t('history.today', { done: today.done, all: today.all })}
          </span>
        )
      }
    >
      {list?.status === 'ready' && <RunGrid job={job} today={today} />}
      {list?.status === 'ready' && <UsageLine job={job} />}
      <Runs job={job} />
    </Drawer>
  )
}

/** Drawn again only when the job or its runs change, not with every key that is typed beside it. */
const Runs = memo(function Runs({ job }: { job: Job }) {
  const { t } = useTranslation(['jobs', 'app'])
  const errorText = useErrorText()
  const { day, dayKey } = useFormat()
  const { instruction_id } = job
  const list = useRuns(state => state.lists[instruction_id])
  const [onMore] = useState(() => () => void useRuns.getState().loadMore(instruction_id))

  if (list?.status === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
        <CloudAlert size={16} />
        {t('history.failed')} {list.failure && errorText(list.failure)}
        <Button size="sm" onClick={() => void useRuns.getState().load(instruction_id)}>
          {t('app:action.tryAgain')}
        </Button>
      </p>
    )
  }
  if (list?.status !== 'ready') {
    return (
      <Loading label={t('history.loading')} className="grid gap-3">
        <Skeleton height={50} className="rounded-sm" />
        {[62, 48, 55].map(width => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </Loading>
    )
  }
  if (list.items.length === 0) return <p className="text-sm text-muted">{t('history.none')}</p>
  const days = new Map<string, Run[]>()
  for (const run of list.items) {
    const key = dayKey(timeOf(run))
    days.set(key, [...(days.get(key) ?? []), run])
  }
  return (
    <>
      <MakeUp job={job} newest={list.items[0]} />
      {[...days].map(([key, runs]) => (
        <section key={key} aria-label={day(timeOf(runs[0]))}>
          <h3 className="pt-1 pb-0.5 text-xs font-semibold text-muted">{day(timeOf(runs[0]))}</h3>
          <ul className="divide-y divide-line">
            {withSkippedTogether(runs).map(([run, ...others]) =>
              run && others.length > 0 ? (
                <SkippedRuns key={run.run_id} runs={[run, ...others]} />
              ) : (
                run && <RunRow key={run.run_id} run={run} />
              ),
            )}
          </ul>
        </section>
      ))}
      <LoadMore
        label={t('history.more')}
        failedText={t('history.moreFailed')}
        state={list.more}
        next={list.next}
        onMore={onMore}
      />
    </>
  )
})

/** A run that has not begun counts as now. */
const timeOf = (run: Run | undefined): string | number => run?.planned_at ?? run?.started_at ?? Date.now()

/** Makes up for the newest planned run if that failed or was skipped. */
function MakeUp({ job, newest }: { job: Job; newest: Run | undefined }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const isMissed = newest?.kind === 'planned' && (newest.status === 'failed' || newest.status === 'skipped')
  if (!job.is_editable || !isMissed) return null

  async function makeUp() {
    setBusy(true)
    const outcome = await useJobs.getState().makeUp(job.instruction_id)
    setBusy(false)
    if (outcome.ok) toast.success(t('started'))
    else toast.failure(t('notStarted'), { text: errorText(outcome) })
  }
  return (
    <Button needsServer size="sm" icon={RotateCcw} className="mb-2" loading={isBusy} onClick={() => void makeUp()}>
      {t('history.makeUp')}
    </Button>
  )
}
