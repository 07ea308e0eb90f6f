import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardTile } from '#shared/contract/dashboard/endpoints'
import { MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'
import { SeriesChart } from '../graphs/slots'
import { useSpaces } from '../home/store'
import { Card } from './card'
import { added, partsOf } from './parts'

interface Props {
  tile: DashboardTile
  starts: readonly string[]
  end: string
  isByHour: boolean
  onOpen: (from: string, to: string) => void
}

/** The most series of a chart. */
const most = 5

/** Logs over time by space; by logbook if none of them is in a space. */
export function LogsCard({ tile, starts, end, isByHour, onOpen }: Props) {
  const { t } = useTranslation('dashboard')
  const [isTable, setTable] = useState(false)
  const spaces = useSpaces(state => state.items)
  const parts = useMemo(() => partsOf(starts, end), [starts, end])
  const series = useMemo(() => {
    const isBySpace = tile.branches.some(({ branch_id }) => branch_id !== null)
    const named = isBySpace
      ? tile.branches.map(({ branch_id, counts }) => ({
          text: spaces.find(({ id }) => id === branch_id)?.branch_name ?? t('chart.noSpace'),
          counts,
        }))
      : tile.parents.map(({ name: text, counts }) => ({ text, counts }))
    if (named.length <= most) return named
    const rest = named.slice(most - 1).map(({ counts }) => counts)
    return [...named.slice(0, most - 1), { text: t('chart.others'), counts: added(rest, starts.length) }]
  }, [tile, spaces, starts.length, t])
  return (
    <Card
      title={t(isByHour ? 'chart.byHour' : 'chart.byDay')}
      className="col-span-7 max-xl:col-span-full"
      trailing={
        <>
          <MenuActions
            entries={[
              { label: t(isTable ? 'chart.showChart' : 'chart.showTable'), onSelect: () => setTable(!isTable) },
            ]}
            group={t('title')}
          />
          <Button size="sm" variant="quiet" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'chart.showChart' : 'chart.showTable')}
          </Button>
        </>
      }
    >
      <SeriesChart
        name={t(isByHour ? 'chart.byHour' : 'chart.byDay')}
        unit={isByHour ? 'hour' : 'day'}
        parts={parts}
        series={series}
        isTable={isTable}
        onSelect={(first, last) => onOpen(parts[first]?.from ?? '', parts[last]?.to ?? end)}
      />
    </Card>
  )
}
