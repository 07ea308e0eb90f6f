import { CircleMinus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Run } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { RunRow } from './run-row'

/** Runs in the order of a list, with those in one list that were skipped one after the other for the same reason. */
export function withSkippedTogether(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const isAlike = first?.status === 'skipped' && run.status === 'skipped' && first.reason === run.reason
    if (group && isAlike) group.push(run)
    else groups.push([run])
  }
  return groups
}

/** Several runs that were skipped for the same reason, newest first; pressing it shows each of them. */
export function SkippedRuns({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('jobs')
  const { time } = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [newest, oldest] = [runs[0], runs.at(-1)].map(run => run?.planned_at ?? run?.started_at)
  const reason = runs[0]?.reason
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex w-[calc(100%+16px)] items-start gap-2.5 rounded-sm px-2 py-2 text-left text-sm hover:bg-surface-2 pointer-coarse:min-h-touch"
      >
        <span className="text-warn">
          <CircleMinus size={16} className="mt-px" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block wrap-anywhere">
            {t('run.skippedUntil', { count: runs.length, time: newest ? time(newest) : '' })}
          </span>
          {reason && <span className="block text-xs text-muted">{t(`reason.${reason}`)}</span>}
        </span>
        {oldest && <span className="text-xs leading-[18px] text-muted tabular-nums">{time(oldest)}</span>}
      </button>
      {isOpen && (
        <ul id={id} className="ml-[26px] divide-y divide-line">
          {runs.map(run => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </li>
  )
}
