import { MessageSquare, MessagesSquare, ScrollText } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkingText } from '#shared/contract/documents/links'
import { useFormat } from '../../../platform/format'
import { Button } from '../../../ui/button'
import { typeIcons } from '../../../ui/document-icons'
import type { Icon } from '../../../ui/icon'
import { followLinkedFrom, useLinkedFrom } from './linked-from-store'

/** The pages, logs, comments and messages that link to a document; nothing where there are none. */
export function LinkedFrom({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('pages')
  const id = useId()
  const list = useLinkedFrom(state => state.lists[doc_id])
  useEffect(() => followLinkedFrom(doc_id), [doc_id])
  if (!list || list.items.length === 0) return null
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="px-2 pb-1 text-xs font-semibold text-muted">
        {t('linkedFrom.title')}
      </h2>
      <ul>
        {list.items.map(text => (
          <li key={text.link_id}>
            <Row text={text} />
          </li>
        ))}
      </ul>
      {list.next !== null && (
        <Button
          size="sm"
          variant="quiet"
          loading={list.more === 'loading'}
          onClick={() => void useLinkedFrom.getState().loadMore(doc_id)}
        >
          {t('linkedFrom.more')}
        </Button>
      )}
      {list.more === 'failed' && (
        <p role="alert" className="px-2 text-xs text-danger-ink">
          {t('linkedFrom.moreFailed')}
        </p>
      )}
    </nav>
  )
}

/** Where a text is read: a comment where it stands, and a message in its chat. */
function addressOf({ doc_id, log_id, task_id, chat_id, message_id, comment_id }: LinkingText): string {
  if (chat_id !== null) return `#/home/messages/${chat_id}?message=${message_id}`
  const place = doc_id === null ? `#/tasks/${task_id}` : `#/docs/${doc_id}`
  const query = new URLSearchParams({
    ...(log_id !== null && { log: String(log_id) }),
    ...(comment_id !== null && { comment: String(comment_id) }),
  })
  return query.size > 0 ? `${place}?${query}` : place
}

const isComment = ({ comment_id }: LinkingText) => comment_id !== null

function iconOf(text: LinkingText): Icon {
  if (text.kind === 'message') return MessagesSquare
  if (isComment(text)) return MessageSquare
  return text.kind === 'page' && text.document_type ? typeIcons[text.document_type] : ScrollText
}

function Row({ text }: { text: LinkingText }) {
  const { t } = useTranslation('pages')
  const { dayAndTime } = useFormat()
  const { kind, name, log_title, author, written_at } = text
  const Icon = iconOf(text)
  const title = log_title ?? name
  const label =
    kind === 'message'
      ? t('linkedFrom.message', { chat: name })
      : isComment(text)
        ? t('linkedFrom.comment', { title })
        : title
  const writer = author?.user_displayname ?? t(kind === 'log' ? 'linkedFrom.mate' : 'comments.formerMember')
  const place = [...(log_title === null ? [] : [name]), writer, dayAndTime(written_at)]
  return (
    <a
      href={addressOf(text)}
      className="flex items-start gap-2 rounded-sm px-2 py-1 text-sm text-default no-underline hover:bg-surface-3 pointer-coarse:min-h-touch"
    >
      <Icon size={16} className="mt-0.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {kind !== 'page' && <span className="block truncate text-xs text-muted">{place.join(' · ')}</span>}
      </span>
    </a>
  )
}
