import { CircleAlert, MessageSquareReply, Pin, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/contract/common'
import type { ChatMessage } from '#shared/contract/messages/message'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ReactionChips } from '../../ui/reaction-chips'
import { plainText } from '../../ui/without-marks'
import { LogFiles } from '../attachments/slots'
import { TasksFrom } from '../home/slots'
import { MessageCard } from './bots/card'
import { changeMessage } from './changes'
import { MessageActions } from './message-actions'
import { MessageText, useMentioned } from './message-text'
import { type PendingChange, type Quoted, useOutbox } from './outbox'
import type { Row } from './rows'

export interface MessageHandlers {
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onShow: (message_id: number) => void
  onReplies: (message: ChatMessage) => void
}

interface Props extends MessageHandlers {
  row: Extract<Row, { kind: 'message' }>
  self: number
  people: readonly Person[]
  /** Names the senders, because there are several. */
  isNamed: boolean
  /** Nothing can be written here any more. */
  isDisabled: boolean
  isHighlighted: boolean
  /** Says that others have read it. */
  seen: string | null
}

/** A message with its reactions and what can be done with it. */
export function MessageRow({ row, self, people, isNamed, isDisabled, isHighlighted, seen, ...handlers }: Props) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const { message, isOwn, isFirst, isLast, pending } = row
  const { id, sender_name, deleted_at, edited_at, pinned, reply_to, reply_count } = message
  const isDeleted = deleted_at !== null
  const names = new Map(people.map(person => [person.user_id, person.user_displayname]))
  const mentioned = useMentioned(people, message.mentions)
  const facts = [format.time(message.chat_created), edited_at && !isDeleted && t('edited'), seen].filter(Boolean)
  const text = isDeleted ? t('deleted') : message.message
  return (
    <article
      aria-label={t('by', { name: isOwn ? t('me') : sender_name, time: format.dayAndTime(message.chat_created) })}
      data-message={id}
      tabIndex={-1}
      className={cx('group flex flex-col pb-1.5', isOwn ? 'items-end' : 'items-start', isFirst && 'pt-1')}
    >
      {isNamed && isFirst && !isOwn && <p className="mb-0.5 ml-1 text-xs font-medium text-muted">{sender_name}</p>}
      <div className={cx('flex max-w-full items-center gap-1', isOwn && 'flex-row-reverse')}>
        <Bubble isOwn={isOwn} isHighlighted={isHighlighted}>
          {reply_to && !isDeleted && <Quote quoted={reply_to} isOwn={isOwn} onShow={handlers.onShow} />}
          {isDeleted ? (
            <p className="italic">{text}</p>
          ) : (
            text !== '' && <MessageText text={text} mentioned={mentioned} isOwn={isOwn} />
          )}
          {message.details.card && <MessageCard card={message.details.card} />}
          {message.file_ids.length > 0 && (
            <div className="rounded-md bg-surface-1 text-default [&>div]:mt-0">
              <LogFiles file_ids={message.file_ids} caption={sender_name} />
            </div>
          )}
        </Bubble>
        {!isDeleted && !isDisabled && <MessageActions message={message} isOwn={isOwn} self={self} {...handlers} />}
      </div>
      <Reactions message={message} self={self} names={names} isDisabled={isDisabled} />
      {!isDeleted && <TasksFrom origin={`message:${id}`} />}
      {reply_count > 0 && (
        <Button
          size="sm"
          variant="quiet"
          icon={MessageSquareReply}
          className="mt-0.5"
          onClick={() => handlers.onReplies(message)}
        >
          {t('replies', { count: reply_count })}
        </Button>
      )}
      {(isLast || edited_at || pinned || seen) && (
        <p className="mx-1 mt-0.5 flex items-center gap-1 text-xs text-muted tabular-nums">
          {pinned && (
            <>
              <Pin size={12} />
              <span className="sr-only">{t('pinned')}</span>
            </>
          )}
          {facts.join(', ')}
        </p>
      )}
      {pending?.failure && !pending.failure.isPassing && <ChangeFailed pending={pending} />}
    </article>
  )
}

export function Bubble({
  isOwn,
  isHighlighted = false,
  children,
}: {
  isOwn: boolean
  isHighlighted?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex max-w-[min(70ch,100%)] min-w-0 flex-col gap-1.5 border px-3.5 py-2 max-md:max-w-[80vw]',
        isOwn
          ? 'rounded-[14px] rounded-br-[4px] border-accent bg-accent text-on-accent'
          : 'rounded-[14px] rounded-tl-[4px] border-line bg-surface-1',
        isHighlighted && 'outline-2 outline-offset-2 outline-focus',
      )}
    >
      {children}
    </div>
  )
}

/** The message that another one answers. */
export function Quote({
  quoted,
  isOwn,
  onShow,
}: {
  quoted: Quoted & { is_deleted?: boolean }
  isOwn: boolean
  onShow: (message_id: number) => void
}) {
  const { t } = useTranslation('messages')
  const text = quoted.is_deleted ? t('deleted') : plainText(quoted.message_text) || t('files', { count: 1 })
  return (
    <button
      type="button"
      onClick={() => onShow(quoted.id)}
      className={cx('min-w-0 border-l-2 pl-2 text-left text-xs', isOwn ? 'border-on-accent' : 'border-accent')}
    >
      <span className="block truncate font-medium">{quoted.sender_name}</span>
      <span className="block truncate">{text}</span>
      <span className="sr-only">{t('showQuoted')}</span>
    </button>
  )
}

interface ReactionsProps {
  message: ChatMessage
  self: number
  names: ReadonlyMap<number, string>
  isDisabled: boolean
}

function Reactions({ message, self, names, isDisabled }: ReactionsProps) {
  const { t } = useTranslation('messages')
  const { id: message_id, chat_id, reactions } = message
  if (reactions.length === 0) return null
  const namesOf = (ids: readonly number[]) =>
    ids.flatMap(user_id => (user_id === self ? t('me') : (names.get(user_id) ?? []))).join(', ')
  return (
    <div className="mt-1">
      <ReactionChips
        reactions={reactions}
        self={self}
        label={t('reactions')}
        nameOf={(emoji, ids) => t('reactionOf', { emoji, number: ids.length, who: namesOf(ids) })}
        titleOf={namesOf}
        isDisabled={isDisabled}
        onToggle={(emoji, is_on) => changeMessage({ chat_id, message_id, change: { kind: 'react', emoji, is_on } })}
      />
    </div>
  )
}

function ChangeFailed({ pending }: { pending: PendingChange }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const { client_id, failure } = pending
  const { retry, discard } = useOutbox.getState()
  if (!failure) return null
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger-ink">
      <CircleAlert size={16} />
      {t('changeFailed', { why: errorText(failure) })}
      <Button size="sm" icon={RefreshCw} onClick={() => retry(client_id)}>
        {t('app:action.tryAgain')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => discard(client_id, t('changeDiscarded'))}>
        {t('discard')}
      </Button>
    </div>
  )
}
