import { useTranslation } from 'react-i18next'
import type { DashboardList } from '#shared/contract/dashboard/endpoints'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { Card } from './card'
import { EntryRow } from './entry-row'
import type { NowName } from './names'

interface Props {
  name: NowName
  list: DashboardList
  onOpen: () => void
}

/** A list of what is the case now. */
export function NowCard({ name, list, onOpen }: Props) {
  const { t } = useTranslation('dashboard')
  const { number } = useFormat()
  return (
    <Card
      title={t(`now.${name}`)}
      className="col-span-4 max-lg:col-span-full"
      trailing={
        list.total > 0 && (
          <Button size="sm" variant="quiet" onClick={onOpen}>
            {t('all', { number: number(list.total) })}
          </Button>
        )
      }
    >
      {list.total === 0 && <p className="py-1 text-sm text-muted">{t(`none.${name}`)}</p>}
      <ul className="divide-y divide-line">
        {list.entries.map(entry => (
          <li key={entry.id} className="py-0.5">
            <EntryRow name={name} entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
