import i18next from 'i18next'
import { MessagesSquare } from 'lucide-react'
import { ChatMessage } from '#shared/contract/messages/message'
import { type Command, registerCommands } from '../../platform/commands'
import { account, onAccountChange } from '../../platform/guest'
import { onEvent, onResync } from '../../platform/live'
import { useNavMarks } from '../../platform/nav-marks'
import { offlineCopies } from '../../platform/offline-copies'
import { isSignedIn, noOrganisation, useSession } from '../../platform/session'
import { followDeletions } from '../undo/store'
import { changed } from './changes'
import { useChats } from './chats'
import { copyOf, readMessage, useConversations } from './conversations'
import { arrived, followOutbox, startOutbox } from './outbox'
import { useChatPeople, useSeen } from './people'
import { followPresence } from './presence'
import { followTyping, stopped } from './typing'
import { followUnlisted, recountUnlisted, totalUnread } from './unread'

let isStarted = false

/** Follows chats, shows the number of unread messages on every page, and sends what waits. Runs once. */
export function startMessages(): void {
  if (isStarted) return
  isStarted = true
  onEvent(['message.sent', 'message.changed'], ({ kind, message }) => {
    const { data } = ChatMessage.safeParse(message)
    if (data?.sender_id) stopped(data.chat_id, data.sender_id)
    if (data) void show(data, kind === 'message.sent')
  })
  onEvent('chat.read', ({ chat_id, user_id, read_id }, { at }) => {
    useSeen.getState().read(chat_id, { user_id, read_id, read_at: at })
    const { read, find } = useChats.getState()
    if (user_id === useSession.getState().userId && !read(chat_id, read_id)) void find(chat_id)
  })
  onEvent('chat.changed', ({ chat_id }) => void refresh(chat_id))
  onEvent('chat.cleared', ({ chat_id }) => {
    useConversations.getState().clear(chat_id)
    void offlineCopies.drop(copyOf(chat_id))
    void useChats.getState().find(chat_id)
  })
  onResync(resync)
  registerCommands({ id: 'messages', commands })
  useChats.subscribe(markCount)
  followUnlisted(markCount)
  useSession.subscribe(loadOnce)
  i18next.on('languageChanged', markCount)
  markCount()
  loadOnce()
  followDeletions()
  followOutbox()
  followTyping()
  followPresence()
  const send = () => {
    if (account() !== null && useSession.getState().userId !== null) startOutbox()
  }
  onAccountChange(send)
  send()
}

function commands(): Command[] {
  if (!isSignedIn() || useSession.getState().organizationId === noOrganisation) return []
  const go = (path: string) => () => {
    location.hash = `#/home/messages${path}`
  }
  const open = useChats.getState().items.map(({ chat_id, participant_name: label }) => ({
    ...{ id: `messages.${chat_id}`, label, icon: MessagesSquare },
    ...{ kind: i18next.t('messages:title'), run: go(`/${chat_id}`) },
  }))
  return [{ id: 'messages', label: i18next.t('messages:title'), icon: MessagesSquare, run: go('') }, ...open]
}

/** Shows a chat as it is now, unless the person is no longer in it. */
async function refresh(chat_id: number): Promise<void> {
  const found = await useChats.getState().find(chat_id)
  if (found.ok && found.data) await useChatPeople.getState().refresh(chat_id)
}

/** Shows a message of an event. What was too long for the event is read first. */
async function show(message: ChatMessage, isNew: boolean): Promise<void> {
  let whole: ChatMessage | null = message
  if (message.is_cut) {
    const outcome = await readMessage(message.chat_id, message.id)
    whole = outcome.ok ? outcome.data : null
  }
  if (!whole) return
  if (isNew) arrived(whole)
  else changed(whole)
}

function resync(): void {
  if (useSession.getState().organizationId === noOrganisation) return
  void dropCopiesOfLeft()
  recountUnlisted()
  const conversations = useConversations.getState()
  for (const name of Object.keys(conversations.lists))
    if (!name.includes('.')) void conversations.refresh({ chat_id: Number(name), from: null })
  for (const name of Object.keys(useSeen.getState().lists)) void useSeen.getState().refresh(Number(name))
}

/** Reads the chats anew, and removes the copies of those that the person has left meanwhile. */
async function dropCopiesOfLeft(): Promise<void> {
  if (useChats.getState().status !== 'idle') await useChats.getState().refresh()
  const { items, status, next, failure } = useChats.getState()
  if (status !== 'ready' || next !== null || failure) return
  const owner = account()
  const listed = new Set(items.map(({ chat_id }) => copyOf(chat_id)))
  for (const { account: of, name } of await offlineCopies.list().catch(() => []))
    if (of === owner && /^chat\.\d+$/.test(name) && !listed.has(name)) await offlineCopies.drop(name)
}

/** Shows the number of unread messages at the entry of Home. */
function markCount(): void {
  const count = totalUnread()
  const label = i18next.t('messages:unread', { count })
  useNavMarks.getState().mark('home', count > 0 ? { count, label } : null)
  loadOnce()
}

/** Loads the chats when a workspace is opened. */
function loadOnce(): void {
  const { tokens, organizationId } = useSession.getState()
  if (tokens === null || organizationId === noOrganisation) return
  const { status, load } = useChats.getState()
  if (status === 'idle') void load()
}
