import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { catchUpLimits, type UnreadDocument } from '#shared/contract/documents/catch-up'
import type { Log } from '#shared/contract/logs/log'
import { textBelowTitle } from '#shared/rules/log-title'
import { useFormat } from '../../../platform/format'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { typeIcons } from '../../../ui/document-icons'
import { LabelChip } from '../../../ui/label-chip'
import { MateMark } from '../../../ui/mate-mark'
import { withoutMarks } from '../../../ui/without-marks'
import { LogPictures } from '../../sources/slots'

interface Props {
  part: UnreadDocument
  onRead: () => void
}

/** One document with what is new in it. */
export function MissedDocument({ part, onRead }: Props) {
  const { t } = useTranslation(['catchUp', 'logbooks'])
  const { timeOrDay } = useFormat()
  const { doc_id, doc_name, document_type, count, logs, since, written_at, written_by } = part
  const Icon = typeIcons[document_type]
  const name = written_by?.user_displayname ?? t('logbooks:mate')
  const number = count > catchUpLimits.count ? t('many', { count: catchUpLimits.count }) : t('logs', { count })
  const more = count - logs.length
  return (
    <section aria-label={doc_name} className="rounded-lg border border-line bg-surface-1">
      <header className="flex items-center gap-2.5 border-b border-line py-2.5 pr-3 pl-4">
        <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold">
            <a href={`#/docs/${doc_id}`} className="text-default no-underline hover:underline">
              {doc_name}
            </a>
          </h2>
          <p className="text-xs text-muted">
            {count > 0
              ? t('since', { number, when: timeOrDay(since) })
              : t('changed', { name, when: timeOrDay(written_at) })}
          </p>
        </div>
        <Button size="sm" variant="quiet" icon={Check} onClick={onRead} aria-label={t('readOne', { name: doc_name })}>
          {t('read')}
        </Button>
      </header>
      {logs.length > 0 && (
        <ul className="divide-y divide-line">
          {logs.map(log => (
            <MissedLog key={log.id} log={log} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <a
          href={`#/docs/${doc_id}`}
          className="block border-t border-line px-4 py-2 text-sm font-medium text-accent no-underline hover:underline"
        >
          {t('more', { count: more })}
        </a>
      )}
    </section>
  )
}

function MissedLog({ log }: { log: Log }) {
  const { t } = useTranslation(['catchUp', 'logbooks'])
  const { timeOrDay } = useFormat()
  const { id, doc_id, title, created_at, created_by, labels } = log
  const text = textBelowTitle({ title, content: withoutMarks(log.content).join('\n') })
  // Plain addresses have no pictures here.
  const frames = log.frame_ids.filter(frame_id => !frame_id.includes(':'))
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-3 px-4 py-3">
      {created_by ? (
        <Avatar
          decorative
          size={28}
          name={created_by.user_displayname}
          id={String(created_by.user_id)}
          src={created_by.user_image}
        />
      ) : (
        <MateMark size={28} />
      )}
      <div className="min-w-0">
        <p className="text-sm leading-5 font-medium wrap-anywhere">
          <a href={`#/docs/${doc_id}?log=${id}`} className="text-default no-underline hover:underline">
            {title}
          </a>
        </p>
        <p className="text-xs text-muted">
          {t('by', { name: created_by?.user_displayname ?? t('logbooks:mate'), when: timeOrDay(created_at) })}
        </p>
        {text && <p className="mt-1 line-clamp-2 text-sm wrap-anywhere">{text}</p>}
        {labels.length > 0 && (
          <ul aria-label={t('labels')} className="mt-1.5 flex flex-wrap gap-1.5">
            {labels.map(({ graph_id, label, text: name }) => (
              <li key={`${graph_id}.${label}`} className="flex min-w-0">
                <LabelChip index={label}>{name}</LabelChip>
              </li>
            ))}
          </ul>
        )}
        {frames.length > 0 && <LogPictures frame_ids={frames} />}
      </div>
    </li>
  )
}
