import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contract/jobs/job'
import { useFormat } from '../../../platform/format'
import { cx } from '../../../ui/cx'
import type { Square, Today } from './today'

const looks: Readonly<Record<Square, string>> = {
  succeeded: 'bg-success/85',
  skipped: 'bg-connecting/85',
  failed: 'bg-danger/85',
  running: 'bg-accent/85 motion-safe:animate-pulse',
  planned: 'bg-surface-3',
}

/** The runs of today as small squares; the picture says the same in words. */
export function RunGrid({ job, today: { squares, all } }: { job: Job; today: Today }) {
  const { t } = useTranslation('jobs')
  const { time, dayAndTime, daysAgo } = useFormat()
  if (squares.length === 0) return null
  const count = (square: Square) => squares.filter(other => other === square).length
  const counts = (['succeeded', 'skipped', 'failed', 'running', 'planned'] as const)
    .filter(square => count(square) > 0)
    .map(square => t(`grid.${square}`, { count: count(square) }))
  const label = t(all === null ? 'grid.newest' : 'grid.today', {
    count: squares.length - count('planned'),
    counts: counts.join(', '),
  })
  const [next] = job.next_runs
  return (
    <div className="mb-3">
      <div role="img" aria-label={label} className="grid grid-cols-18 gap-[3px]">
        {squares.map((square, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: squares have no identity.
          <span key={index} className={cx('h-3.5 rounded-[3px]', looks[square])} />
        ))}
      </div>
      {next && (
        <p className="mt-2 text-xs text-muted tabular-nums">
          {t('history.next', { when: daysAgo(next) === 0 ? time(next) : dayAndTime(next) })}
        </p>
      )}
    </div>
  )
}
