import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardTile } from '#shared/contract/dashboard/endpoints'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Card } from './card'
import { joined, partsOf } from './parts'

interface Props {
  tile: DashboardTile
  starts: readonly string[]
  end: string
  isByHour: boolean
  onOpen: (parent: number, from: string, to: string) => void
  onOpenAll: () => void
}

/** The most columns that fit beside each other. */
const columns = 12
const shades = ['bg-accent/20', 'bg-accent/45', 'bg-accent/70', 'bg-accent']

/** How much was written into which logbook when. It is a table, so that its numbers can be read as one. */
export function HeatCard({ tile, starts, end, isByHour, onOpen, onOpenAll }: Props) {
  const { t } = useTranslation('dashboard')
  const { time, shortDay, number } = useFormat()
  const stretches = useMemo(() => {
    const parts = partsOf(starts, end)
    return joined(parts.length, columns).map(({ first, last }) => ({
      first,
      last,
      from: parts[first]?.from ?? '',
      to: parts[last]?.to ?? '',
    }))
  }, [starts, end])
  const nameOf = (from: string) => (isByHour ? time(from) : shortDay(from))
  const countsOf = (counts: readonly number[]) =>
    stretches.map(({ first, last }) => counts.slice(first, last + 1).reduce((sum, count) => sum + count, 0))
  const rows = tile.parents.map(parent => ({ ...parent, sums: countsOf(parent.counts) }))
  const most = Math.max(1, ...rows.flatMap(row => row.sums))
  return (
    <Card
      title={t('heat.title')}
      className="col-span-5 max-xl:col-span-full"
      trailing={
        <Button size="sm" variant="quiet" onClick={onOpenAll}>
          {t('heat.from', { count: tile.total, number: number(tile.total) })}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="py-1 text-sm text-muted">{t('heat.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
        <section aria-label={t('heat.scroll')} tabIndex={0} className="overflow-x-auto rounded-xs">
          <table className="w-full table-fixed border-separate border-spacing-[3px] text-xs">
            <colgroup>
              <col className="w-28" />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('heat.logbook')}</th>
                {stretches.map(({ from }) => (
                  <th key={from} scope="col">
                    {nameOf(from)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ parent_id, name, sums }) => (
                <tr key={parent_id}>
                  <th scope="row" className="truncate pr-2 text-left font-regular">
                    {name}
                  </th>
                  {stretches.map(({ from, to }, at) => {
                    const count = sums[at] ?? 0
                    const shade = shades[Math.ceil((count / most) * shades.length) - 1]
                    return (
                      <td key={from} className="h-8 p-0">
                        {count === 0 ? (
                          <span className="block h-8 min-w-6 rounded-xs bg-surface-3">
                            <span className="sr-only">0</span>
                          </span>
                        ) : (
                          <button
                            type="button"
                            title={t('heat.cell', { name, when: nameOf(from), count, number: number(count) })}
                            aria-label={t('heat.cell', { name, when: nameOf(from), count, number: number(count) })}
                            onClick={() => onOpen(parent_id, from, to)}
                            className={cx('block h-8 w-full min-w-6 rounded-xs', shade)}
                          />
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <p aria-hidden="true" className="mt-1 flex justify-between pl-28 text-2xs text-muted tabular-nums">
            <span>{nameOf(starts[0] ?? end)}</span>
            <span>{nameOf(stretches.at(-1)?.from ?? end)}</span>
          </p>
        </section>
      )}
    </Card>
  )
}
