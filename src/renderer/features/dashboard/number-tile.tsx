import { useTranslation } from 'react-i18next'
import type { DashboardTile } from '#shared/contract/dashboard/endpoints'
import { useFormat } from '../../platform/format'
import type { TileName } from './names'
import { added } from './parts'

interface Props {
  name: TileName
  tile: DashboardTile
  parts: number
  onOpen: () => void
  onOpenBefore: () => void
}

/** A number of the period with its course, and that of the period before; pressing one lists what it counts. */
export function NumberTile({ name, tile, parts, onOpen, onOpenBefore }: Props) {
  const { t } = useTranslation('dashboard')
  const { number } = useFormat()
  const course = added(
    tile.branches.map(({ counts }) => counts),
    parts,
  )
  const title = t(`tile.${name}`)
  const before = t('before', { number: number(tile.before) })
  return (
    <div className="relative flex min-w-0 items-end justify-between gap-3 rounded-lg border border-line bg-surface-1 px-4 py-3 hover:border-strong">
      <span className="min-w-0">
        {/* Its target is the whole tile. */}
        <button type="button" onClick={onOpen} className="block max-w-full text-left after:absolute after:inset-0">
          <span className="block truncate text-sm text-muted">{title}</span>{' '}
          <span className="block text-2xl leading-9 font-semibold tabular-nums">{number(tile.total)}</span>
        </button>
        <button
          type="button"
          aria-label={`${before}, ${title}`}
          onClick={onOpenBefore}
          className="relative z-1 block min-h-6 max-w-full truncate rounded-xs text-left text-xs text-muted tabular-nums hover:text-default hover:underline"
        >
          {before}
        </button>
      </span>
      <Spark course={course} />
    </div>
  )
}

/** The course as a line; the chart and the lists say the same in words. */
function Spark({ course }: { course: readonly number[] }) {
  const most = Math.max(1, ...course)
  const points = course.map((count, at) => `${(at / Math.max(1, course.length - 1)) * 100},${30 - (count / most) * 26}`)
  return (
    <svg viewBox="0 0 100 32" aria-hidden="true" className="mb-1 h-8 w-24 shrink-0 overflow-visible max-md:hidden">
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.75"
        strokeLinejoin="round"
        className="stroke-accent"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
