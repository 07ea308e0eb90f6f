import { Bot, MessagesSquare, Search, UserRoundPlus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { useSession } from '../../platform/session'
import { useAction, useShortcut } from '../../platform/shortcuts'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { TextField } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/lazy-component'
import { ListRow, ListSection } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { nameKey } from '../../ui/name-key'
import { PaneBody } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { toast } from '../../ui/toast'
import { plainText } from '../../ui/without-marks'
import { useDirectory, useOrganisation } from '../organisations/store'
import { ChatAvatar } from './chat-avatar'
import { useChats } from './chats'
import { GroupDialog } from './group-dialog'
import { useDirectChats, usePresenceOf, useShownPresence } from './presence'
import { UnreadCount } from './unread-count'

const BotsDialog = lazyComponent(async () => (await import('./bots/bots-dialog')).BotsDialog)

export const chatAddress = (chat_id: number) => `/home/messages/${chat_id}`

/** The person’s chats, and a search for people to write to. */
export function ChatList({ chat_id }: { chat_id: number | undefined }) {
  const { t } = useTranslation('messages')
  const [query, setQuery] = useState('')
  const [isGrouping, setGrouping] = useState(false)
  const [hasBots, showBots] = useState(false)
  const isAdmin = (useOrganisation()?.org_role ?? 'member') !== 'member'
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useShortcut({ keys: '/', label: t('search'), group: t('title') }, () => field.current?.focus())
  useAction({ label: t('group.new'), group: t('title') }, () => setGrouping(true))
  useAction({ label: t('bots.title'), group: t('title'), isOn: isAdmin }, () => showBots(true))
  useEffect(() => {
    if (useChats.getState().status === 'idle') void useChats.getState().load()
  }, [])
  const open = (chat: ChatListItem) => {
    setQuery('')
    void navigate(chatAddress(chat.chat_id))
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-1.5 px-3 pt-1.5 pb-2">
        <TextField
          ref={field}
          label={t('search')}
          hideLabel
          quiet
          icon={Search}
          placeholder={t('search')}
          autoComplete="off"
          className="flex-1"
          value={query}
          onChange={event => setQuery(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') setQuery('')
          }}
        />
        {isAdmin && <IconButton icon={Bot} label={t('bots.title')} onClick={() => showBots(true)} />}
        <IconButton icon={UserRoundPlus} label={t('group.new')} onClick={() => setGrouping(true)} />
      </div>
      <PaneBody>
        {query.trim() === '' ? <Chats chat_id={chat_id} /> : <Found query={query} chat_id={chat_id} onOpened={open} />}
      </PaneBody>
      {hasBots && (
        <Suspense fallback={null}>
          <BotsDialog onClose={() => showBots(false)} />
        </Suspense>
      )}
      {isGrouping && (
        <GroupDialog
          onClose={() => setGrouping(false)}
          onDone={chat => {
            setGrouping(false)
            if (chat) open(chat)
          }}
        />
      )}
    </>
  )
}

function Chats({ chat_id }: { chat_id: number | undefined }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const { items, status, failure, next, more } = useChats()
  useShownPresence(useDirectChats())
  if (items.length === 0 && status === 'failed')
    return (
      <LoadFailed
        title={t('list.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useChats.getState().load()}
      />
    )
  if (items.length === 0 && status !== 'ready') return <SkeletonRows label={t('list.loading')} />
  if (items.length === 0) return <StateBlock icon={MessagesSquare} title={t('list.none')} text={t('list.noneText')} />
  return (
    <nav aria-label={t('list.label')} className="flex flex-col gap-0.5 pb-3">
      {items.map(chat => (
        <ChatRow key={chat.chat_id} chat={chat} isOpen={chat.chat_id === chat_id} />
      ))}
      {next !== null && (
        <Button
          size="sm"
          variant="quiet"
          className="mx-auto mt-2"
          loading={more === 'loading'}
          onClick={() => void useChats.getState().loadMore()}
        >
          {t(more === 'failed' ? 'list.moreFailed' : 'list.more')}
        </Button>
      )}
    </nav>
  )
}

function ChatRow({ chat, isOpen }: { chat: ChatListItem; isOpen: boolean }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const self = useSession(state => state.userId)
  const presence = usePresenceOf(chat)
  const { last_message, last_message_timestamp: at, last_sender_id, last_file_count, unread_messages } = chat
  const text = plainText(last_message ?? '') || (last_file_count > 0 ? t('files', { count: last_file_count }) : '')
  const last = last_sender_id === self && text !== '' ? t('you', { text }) : text
  const isUnread = unread_messages > 0
  const when =
    at && (format.daysAgo(at) === 0 ? format.time(at) : format.daysAgo(at) === 1 ? format.day(at) : format.shortDay(at))
  return (
    <a
      href={`#${chatAddress(chat.chat_id)}`}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'mx-2 flex min-w-0 items-start gap-2.5 rounded-sm px-2.5 py-2 text-default no-underline pointer-coarse:min-h-touch',
        isOpen ? 'bg-accent-soft' : 'hover:bg-surface-3',
      )}
    >
      <ChatAvatar chat={chat} size={36} state={presence?.state} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{chat.participant_name}</span>
          {presence && <span className="sr-only">{presence.words}</span>}
          {when && <span className="shrink-0 text-xs text-muted tabular-nums">{when}</span>}
        </span>
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 flex-1 truncate text-xs', isUnread ? 'font-medium' : 'text-muted')}>
            {chat.is_disabled && text === '' ? t('left') : last}
          </span>
          <UnreadCount of={unread_messages} />
        </span>
      </span>
    </a>
  )
}

interface FoundProps {
  query: string
  chat_id: number | undefined
  onOpened: (chat: ChatListItem) => void
}

/** Groups, spaces and people whose name has the words. */
function Found({ query, chat_id, onOpened }: FoundProps) {
  const { t } = useTranslation('messages')
  const errorText = useErrorText()
  const self = useSession(state => state.userId)
  const chats = useChats(state => state.items)
  const { items: people, status } = useDirectory()
  useEffect(() => void useDirectory.getState().open(), [])
  const words = nameKey(query)
  const foundChats = chats.filter(chat => chat.kind !== 'direct' && nameKey(chat.participant_name).includes(words))
  const foundPeople = people.filter(
    person => person.user_id !== self && nameKey(person.user_displayname).includes(words),
  )
  const openWith = async (user_id: number) => {
    const outcome = await useChats.getState().openWith(user_id)
    if (outcome.ok) onOpened(outcome.data)
    else toast.failure(t('openFailed'), { text: errorText(outcome) })
  }
  if (people.length === 0 && status !== 'ready' && status !== 'failed')
    return <SkeletonRows label={t('list.loading')} />
  if (foundChats.length + foundPeople.length === 0)
    return <p className="px-4 py-3 text-sm text-muted">{t('found.none', { query: query.trim() })}</p>
  return (
    <>
      {foundPeople.length > 0 && <ListSection title={t('found.people')} />}
      {foundPeople.slice(0, 50).map(person => (
        <ListRow
          key={person.user_id}
          title={person.user_displayname}
          leading={
            <Avatar
              decorative
              name={person.user_displayname}
              id={String(person.user_id)}
              src={person.user_image}
              size={28}
            />
          }
          onPress={() => void openWith(person.user_id)}
        />
      ))}
      {foundChats.length > 0 && <ListSection title={t('found.chats')} />}
      {foundChats.map(chat => (
        <ChatRow key={chat.chat_id} chat={chat} isOpen={chat.chat_id === chat_id} />
      ))}
    </>
  )
}
