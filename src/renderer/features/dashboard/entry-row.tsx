import { useTranslation } from 'react-i18next'
import type { DashboardEntry } from '#shared/contract/dashboard/endpoints'
import type { RunReason } from '#shared/contract/jobs/job'
import type { SourceTrouble } from '#shared/contract/sources/endpoints'
import { useFormat } from '../../platform/format'
import type { Icon } from '../../ui/icon'
import { hrefOf, type ListName } from './names'

interface Props {
  name: ListName
  entry: DashboardEntry
  icon?: Icon
}

/** One of the things that a number counts, as a link to it. */
export function EntryRow({ name, entry, icon: Glyph }: Props) {
  const note = useNote(name, entry)
  return (
    <a
      href={hrefOf(name, entry)}
      className="-mx-2 flex min-w-0 items-start gap-2.5 rounded-sm px-2 py-1.5 text-default no-underline hover:bg-surface-2 pointer-coarse:min-h-touch"
    >
      {Glyph && <Glyph size={16} className="mt-0.5 shrink-0 text-danger" />}
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{entry.title}</span>
        <span className="block truncate text-xs text-muted tabular-nums">{note}</span>
      </span>
    </a>
  )
}

/** When it was, and why or where. */
function useNote(name: ListName, { at, detail }: DashboardEntry): string {
  const { t } = useTranslation(['dashboard', 'jobs', 'sources'])
  const { dayAndTime, timeOrDay } = useFormat()
  const when = dayAndTime(at)
  const inSentence = timeOrDay(at)
  switch (name) {
    case 'runs_failed':
    case 'jobs_failing':
      return [detail && t(`jobs:reason.${detail as RunReason}`), when].filter(Boolean).join(' · ')
    case 'cameras_failing':
      return [detail && t(`sources:trouble.${detail as SourceTrouble}`), t('since', { when: inSentence })]
        .filter(Boolean)
        .join(' ')
    case 'tasks_late':
      return [t('due', { when: inSentence }), detail].filter(Boolean).join(' · ')
    case 'logbooks_silent':
    case 'sharing':
      return t('since', { when: inSentence })
    default:
      return [detail, when].filter(Boolean).join(' · ')
  }
}
