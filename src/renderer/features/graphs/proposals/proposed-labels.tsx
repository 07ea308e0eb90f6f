import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { LogLabel } from '#shared/contract/graphs/label'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../../i18n/texts'
import { IconButton } from '../../../ui/icon-button'
import { MateMark } from '../../../ui/mate-mark'
import { awayAttributes, useServerAway } from '../../../ui/server-away'
import { toast } from '../../../ui/toast'
import { useProposals } from './store'

const none: readonly LogLabel[] = []

/** What Mate proposes for a log: each label is taken with a click, or dismissed. */
export function ProposedLabels({ log }: { log: Log }) {
  const { t } = useTranslation('graphs')
  const errorText = useErrorText()
  const away = useServerAway()
  const labels = useProposals(state => state.proposed[log.id] ?? none)
  if (labels.length === 0) return null

  async function answer(label: LogLabel, take: boolean) {
    const outcome = await useProposals.getState().answer({ doc_id: log.doc_id, log_id: log.id }, label, take)
    if (!outcome.ok) toast.failure(t('set.failed', { title: log.title }), { text: errorText(outcome) })
  }
  return (
    <ul aria-label={t('proposals.of', { title: log.title })} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {labels.map(label => (
        <li
          key={`${label.graph_id}.${label.label}`}
          className="inline-flex h-6 min-w-0 items-center rounded-xs border border-dashed border-strong text-xs"
        >
          <button
            {...awayAttributes(away, undefined)}
            type="button"
            aria-label={t('proposals.take', { label: label.text })}
            onClick={away === null ? () => void answer(label, true) : undefined}
            className="inline-flex h-full min-w-0 items-center gap-1.5 rounded-l-xs px-1.5 hover:bg-surface-2 pointer-coarse:h-touch"
          >
            <MateMark size={14} />
            <span className="truncate">{label.text}</span>
            <Plus size={13} aria-hidden className="text-muted" />
          </button>
          <IconButton
            icon={X}
            size="sm"
            label={t('proposals.dismiss', { label: label.text })}
            onClick={() => void answer(label, false)}
          />
        </li>
      ))}
    </ul>
  )
}
