import { ListChecks, Lock, MessageSquare, NotebookText, ScrollText, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Reference } from '#shared/contract/mate/endpoints'
import { useFormat } from '../../platform/format'
import { Drawer } from '../../ui/drawer'
import type { Icon } from '../../ui/icon'

interface Props {
  open: boolean
  onClose: () => void
  /** Null before there is an answer. */
  references: readonly Reference[] | null
}

const groups = [
  { kind: 'log', title: 'sources.logs', icon: ScrollText },
  { kind: 'task', title: 'sources.tasks', icon: ListChecks },
  { kind: 'message', title: 'sources.messages', icon: MessageSquare },
  { kind: 'document', title: 'sources.logbooks', icon: NotebookText },
  { kind: 'person', title: 'sources.people', icon: UserRound },
] as const

/** The sources of an answer, grouped by kind. */
export function Sources({ open, onClose, references }: Props) {
  const { t } = useTranslation(['mate', 'app'])
  return (
    <Drawer open={open} onClose={onClose} title={t('sources.title')} closeLabel={t('app:action.close')}>
      {!references?.length && (
        <p className="mb-4 text-sm text-muted">{t(references ? 'sources.none' : 'sources.later')}</p>
      )}
      {groups.map(({ kind, title, icon }) => {
        const found = references?.filter(reference => reference.kind === kind)
        if (!found?.length) return null
        return (
          <section key={kind} className="mb-4">
            <h3 className="text-xs font-semibold text-muted">{t(title)}</h3>
            <ul className="mt-1">
              {found.map(reference => (
                <li key={reference.id}>
                  <Source reference={reference} icon={icon} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <p className="flex items-start gap-3 rounded-md border border-line bg-surface-2 px-3 py-[11px] text-xs text-muted">
        <Lock size={16} className="mt-px" />
        {t('sources.note')}
      </p>
    </Drawer>
  )
}

/** Returns the address of a reference; people have no page of their own. */
function hrefOf({ kind, id, doc_id, chat_id }: Reference): string | null {
  if (kind === 'task') return `#/tasks/${id}`
  if (kind === 'message') return chat_id === undefined ? null : `#/home/messages/${chat_id}?message=${id}`
  if (kind === 'document') return `#/docs/${id}`
  return kind === 'log' && doc_id !== undefined ? `#/docs/${doc_id}?log=${id}` : null
}

function Source({ reference, icon: Glyph }: { reference: Reference; icon: Icon }) {
  const { dayAndTime } = useFormat()
  const href = hrefOf(reference)
  const content = (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-sm bg-surface-3 text-muted">
        <Glyph size={17} />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="text-sm font-medium text-pretty wrap-anywhere">{reference.title}</span>
        {reference.at && <span className="text-xs text-muted tabular-nums">{dayAndTime(reference.at)}</span>}
      </span>
    </>
  )
  const className = 'flex items-start gap-2.5 rounded-sm py-[9px] text-default no-underline'
  if (!href) return <div className={className}>{content}</div>
  return (
    <a href={href} className={`${className} -mx-2 px-2 hover:bg-surface-3`}>
      {content}
    </a>
  )
}
