import { ArrowDown, Paperclip } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Person } from '#shared/contract/common'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import type { ChatMessage } from '#shared/contract/messages/message'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { useFileDrop } from '../../ui/use-file-drop'
import { addUploads } from '../attachments/store'
import { readUpTo } from './changes'
import { Composer, filePlaceOf, useReply } from './composer'
import { type Conversation, nameOf, useConversations } from './conversations'
import { messageAddress } from './message-address'
import { MessageLog } from './message-log'
import { useOutbox } from './outbox'
import { useChatPeople, useSeen } from './people'
import { RepliesDialog } from './pins-dialog'
import { asksSomething } from './quick-replies'
import { rowsOf } from './rows'
import { useTyping } from './typing'

/** The messages of a chat, and the field to write in it. */
export function OpenChat({ chat }: { chat: ChatListItem }) {
  const { t } = useTranslation(['messages', 'attachments', 'app'])
  const { chat_id, kind } = chat
  const isReadOnly = chat.is_disabled || kind === 'bot'
  const format = useFormat()
  const navigate = useNavigate()
  const self = useSession(state => state.userId) ?? 0
  const pane = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { place, wanted, list } = useConversation(chat_id)
  const { entries, changes } = useOutbox()
  const people = useChatPeople(state => state.lists[chat_id]?.items) ?? noPeople
  const [reply, setReply] = useReply(chat_id)
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [thread, setThread] = useState<ChatMessage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Counts what the person sent, because the list then goes to its end. */
  const [sent, setSent] = useState(0)
  const isAtEnd = place.from === null
  const rows = useMemo(
    () =>
      rowsOf({
        messages: list?.items ?? [],
        entries: isAtEnd ? entries.filter(entry => entry.chat_id === chat_id) : [],
        changes: changes.filter(change => change.chat_id === chat_id),
        self,
        dayKey: format.dayKey,
      }),
    [list, entries, changes, chat_id, self, format, isAtEnd],
  )
  const newest = isAtEnd ? list?.items[0] : undefined
  const isAsked =
    kind === 'direct' &&
    newest !== undefined &&
    newest.sender_id !== self &&
    asksSomething(newest) &&
    !entries.some(entry => entry.chat_id === chat_id)
  const seenBy = useSeenBy(chat, list?.items ?? [], self)
  useEffect(() => {
    if (kind !== 'space') void useSeen.getState().load(chat_id)
  }, [chat_id, kind])
  useShortcut({ keys: 'c', label: t('write.label'), group: t('title'), isOn: !isReadOnly }, () =>
    field.current?.focus(),
  )

  function attach(files: readonly File[], folders = 0) {
    const left = addUploads(filePlaceOf(chat_id), files, limits.files)
    if (left > 0) setProblem(t('tooManyFiles', { count: left, most: limits.files }))
    else setProblem(folders > 0 ? t('attachments:folders') : null)
  }
  const drag = useFileDrop(pane, (files, folders) => {
    if (!isReadOnly) attach(files, folders)
  })
  const show = (message_id: number) => void navigate(messageAddress({ chat_id, id: message_id }))
  return (
    <div ref={pane} className="relative flex min-h-0 flex-1 flex-col">
      <Messages list={list} place={place} hasRows={rows.length > 0}>
        <MessageLog
          key={nameOf(place)}
          chat={chat}
          rows={rows}
          self={self}
          people={people}
          wanted={wanted}
          sent={sent}
          isLoading={list?.more === 'loading'}
          seenBy={seenBy}
          onOlder={() => void useConversations.getState().loadMore(place)}
          onRead={id => readUpTo(chat_id, id)}
          isAtEnd={isAtEnd}
          onReply={message => {
            setEditing(null)
            setReply({ id: message.id, sender_name: message.sender_name, message_text: message.message.slice(0, 200) })
            // The menu gives the focus back to its button first.
            requestAnimationFrame(() => field.current?.focus())
          }}
          onEdit={message => setEditing(message)}
          onShow={show}
          onReplies={setThread}
        />
      </Messages>
      <div className="shrink-0 px-7 pt-1 pb-[18px] max-md:px-4">
        <div className="mx-auto w-full max-w-[820px]">
          {!isAtEnd && (
            <Button
              size="sm"
              icon={ArrowDown}
              className="mx-auto mb-2 flex"
              onClick={() => void navigate(`/home/messages/${chat_id}`, { replace: true })}
            >
              {t('newest')}
            </Button>
          )}
          <WhoIsTyping chat_id={chat_id} people={people} />
          {isReadOnly ? (
            <p className="rounded-lg border border-line bg-surface-2 px-3.5 py-3 text-sm text-muted">
              {t(kind === 'bot' ? 'bots.readOnly' : 'disabled')}
            </p>
          ) : (
            <Composer
              chat={chat}
              people={people.filter(person => person.user_id !== self)}
              field={field}
              reply={reply}
              onReply={setReply}
              editing={editing}
              onEdited={() => {
                setEditing(null)
                field.current?.focus()
              }}
              onSent={() => {
                setSent(count => count + 1)
                if (!isAtEnd) void navigate(`/home/messages/${chat_id}`, { replace: true })
              }}
              problem={problem}
              isAsked={isAsked}
              onFiles={files => attach(files)}
            />
          )}
        </div>
      </div>
      {drag === 'over' && !isReadOnly && (
        <div className="pointer-events-none absolute inset-3 z-sticky grid place-items-center rounded-lg border-2 border-dashed border-accent bg-surface-1/90 text-accent-ink">
          <p className="flex items-center gap-2 text-lg font-semibold">
            <Paperclip size={20} />
            {t('attachments:drop')}
          </p>
        </div>
      )}
      {thread && (
        <Suspense fallback={null}>
          <RepliesDialog message={thread} onClose={() => setThread(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Says who is writing, to screen readers too. Its line is always there, so that nothing moves. */
function WhoIsTyping({ chat_id, people }: { chat_id: number; people: readonly Person[] }) {
  const { t, i18n } = useTranslation('messages')
  const ids = useTyping(state => state.chats[chat_id])
  const names = (ids ?? []).flatMap(id => people.find(person => person.user_id === id)?.user_displayname ?? [])
  return (
    <p role="status" className="h-5 truncate text-xs text-muted">
      {names.length > 0 &&
        t('typing', { count: names.length, names: new Intl.ListFormat(i18n.language).format(names) })}
    </p>
  )
}

const noPeople: never[] = []

type List = ReturnType<typeof useConversations.getState>['lists'][string]

/** The conversation that the address names: from the newest message on, or around one that is further back. */
function useConversation(chat_id: number) {
  const { search } = useLocation()
  const asked = Number(new URLSearchParams(search).get('message') ?? Number.NaN)
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? asked : null
  const newest = useConversations(state => state.lists[chat_id])
  const isThere = wanted === null || (newest?.items.some(message => message.id === wanted) ?? false)
  const isKnown = newest?.status === 'ready' || newest?.status === 'failed'
  const from = isThere || !isKnown ? null : wanted
  const place: Conversation = useMemo(() => ({ chat_id, from }), [chat_id, from])
  const list: List | undefined = useConversations(state => state.lists[nameOf(place)])
  useEffect(() => {
    if (!useConversations.getState().lists[nameOf(place)]) void useConversations.getState().load(place)
    else if (place.from === null) void useConversations.getState().refresh(place)
  }, [place])
  return { place, wanted, list }
}

/** How many others have read each of the person’s messages that is the newest one they have read. */
function useSeenBy(chat: ChatListItem, items: readonly ChatMessage[], self: number) {
  const marks = useSeen(state => state.lists[chat.chat_id]?.items)
  return useMemo(() => {
    if (chat.kind === 'space') return null
    const others = (marks ?? []).filter(mark => mark.user_id !== self)
    const own = items.find(
      ({ id, sender_id, deleted_at }) =>
        sender_id === self && deleted_at === null && others.some(mark => mark.read_id >= id),
    )
    if (!own) return null
    return { id: own.id, count: others.filter(mark => mark.read_id >= own.id).length, isPair: chat.kind === 'direct' }
  }, [marks, items, self, chat.kind])
}

interface MessagesProps {
  list: List | undefined
  place: Conversation
  hasRows: boolean
  children: React.ReactNode
}

function Messages({ list, place, hasRows, children }: MessagesProps) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const failed = list?.status === 'failed'
  if (!failed && list?.status !== 'ready' && !hasRows)
    return (
      <div className="min-h-0 flex-1">
        <SkeletonRows label={t('loading')} />
      </div>
    )
  if (failed && !hasRows)
    return (
      <LoadFailed
        title={t('failed')}
        text={list.failure && errorText(list.failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useConversations.getState().load(place)}
      />
    )
  return children
}
