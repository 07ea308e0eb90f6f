import { useTranslation } from 'react-i18next'
import type { Run } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { RunDisclosure } from './run-disclosure'
import { looks, RunRow } from './run-row'

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
  const [newest, oldest] = [runs[0], runs.at(-1)].map(run => run?.planned_at ?? run?.started_at)
  const reason = runs[0]?.reason
  return (
    <RunDisclosure
      {...looks.skipped}
      title={t('run.skippedUntil', { count: runs.length, time: newest ? time(newest) : '' })}
      facts={reason && t(`reason.${reason}`)}
      at={oldest}
    >
      {id => (
        <ul id={id} className="ml-[26px] divide-y divide-line">
          {runs.map(run => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </RunDisclosure>
  )
}
