import {
  CalendarX,
  CircleAlert,
  CircleCheck,
  ClockAlert,
  KeyRound,
  type LucideIcon,
  NotebookText,
  VideoOff,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DashboardList } from '#shared/contract/dashboard/endpoints'
import { useFormat } from '../../platform/format'
import { Badge } from '../../ui/badge'
import { Card } from './card'
import { EntryRow } from './entry-row'
import { type LatePlan, LatePlans } from './late-plans'
import { type AttentionName, attentionNames } from './names'

const icons: Record<AttentionName, LucideIcon> = {
  jobs_failing: CalendarX,
  logbooks_silent: NotebookText,
  tasks_late: ClockAlert,
  cameras_failing: VideoOff,
  access_requested_document: KeyRound,
  access_requested_job: KeyRound,
  access_requested_camera: KeyRound,
  access_requested_screen: KeyRound,
}

interface Props {
  lists: readonly DashboardList[]
  latePlans: readonly LatePlan[]
  onOpen: (name: AttentionName) => void
}

/** What waits for somebody, whatever the period. */
export function Attention({ lists, latePlans, onOpen }: Props) {
  const { t } = useTranslation('dashboard')
  const { number } = useFormat()
  const groups = attentionNames.flatMap(name => {
    const list = lists.find(candidate => candidate.name === name)
    return list && list.total > 0 ? [{ ...list, name }] : []
  })
  const total = groups.reduce((sum, group) => sum + group.total, latePlans.length)
  return (
    <Card
      title={t('attention.title')}
      className="col-span-full"
      trailing={
        total > 0 && (
          <Badge tone="danger" icon={CircleAlert}>
            {number(total)}
          </Badge>
        )
      }
    >
      {total === 0 ? (
        <p className="flex items-center gap-2 py-1 text-sm text-muted">
          <CircleCheck size={16} className="text-success" />
          {t('attention.none')}
        </p>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] gap-x-8 gap-y-4">
          {groups.map(({ name, total: count, entries }) => (
            <section key={name} aria-label={t(`attention.${name}`)} className="min-w-0">
              <button
                type="button"
                onClick={() => onOpen(name)}
                className="-mx-1 flex min-h-6 w-full items-center gap-2 rounded-xs px-1 text-left text-xs font-semibold text-muted hover:text-default pointer-coarse:min-h-touch"
              >
                <span className="truncate">{t(`attention.${name}`)}</span>{' '}
                <span className="tabular-nums">{number(count)}</span>
              </button>
              <ul>
                {entries.slice(0, 3).map(entry => (
                  <li key={`${entry.id}.${entry.parent_id}`}>
                    <EntryRow name={name} entry={entry} icon={icons[name]} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {latePlans.length > 0 && <LatePlans plans={latePlans} />}
        </div>
      )}
    </Card>
  )
}
