import { type ChatListItem, initiateChat, listChats, openSpaceChat } from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { offlineCopies } from '../../platform/offline-copies'
import { useSession } from '../../platform/session'
import { copyOf } from './conversations'

const perPage = 100

const timeOf = ({ last_message_timestamp = '' }: ChatListItem): string => last_message_timestamp

/** The newest message first; chats without one in front, because somebody has just opened them. */
const inOrder = (items: ChatListItem[]): ChatListItem[] =>
  items.toSorted((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)]
    if (first === '' || second === '') return Number(first !== '') - Number(second !== '')
    return second.localeCompare(first)
  })

/** The person’s chats [3.12]. Kept on the device for the next visit. */
export const useChats = createListSlice('chats', {
  list: page => call(listChats, { limit: perPage, ...page }),
  key: chat => chat.chat_id,
  persist: ['items'],
  refreshOn: ['branch.changed', 'member.removed', 'member.joined'],
  actions: ({ get, changer }) => {
    const put = (item: ChatListItem) =>
      changer()(items => inOrder([item, ...items.filter(other => other.chat_id !== item.chat_id)]))
    const change = (chat_id: number, by: (chat: ChatListItem) => ChatListItem) =>
      changer()(items => inOrder(items.map(chat => (chat.chat_id === chat_id ? by(chat) : chat))))
    return {
      put,

      /** Reads one chat anew. A chat that is not the person’s any more leaves the list. */
      async find(chat_id: number): Promise<Outcome<ChatListItem | null>> {
        const change = changer()
        const outcome = await call(listChats, { chat_id })
        if (!outcome.ok) return outcome
        const item = outcome.data[0] ?? null
        if (!item) await offlineCopies.drop(copyOf(chat_id))
        change(items => inOrder([...(item ? [item] : []), ...items.filter(chat => chat.chat_id !== chat_id)]))
        return { ...outcome, data: item }
      },

      /** A message was sent. Returns whether the chat is listed. */
      sent(message: ChatMessage): boolean {
        const { chat_id, id, sender_id } = message
        const known = get().items.find(chat => chat.chat_id === chat_id)
        if (!known) return false
        if ((known.last_id ?? 0) >= id) return true
        const isOwn = sender_id === useSession.getState().userId
        change(chat_id, chat => ({
          ...chat,
          last_message: message.message.slice(0, 200),
          last_message_timestamp: message.chat_created,
          last_sender_id: sender_id,
          last_file_count: message.file_ids.length,
          last_id: id,
          ...(isOwn ? { read_id: id, unread_messages: 0 } : { unread_messages: chat.unread_messages + 1 }),
        }))
        return true
      },

      /** The person has read a chat up to a message. Returns whether nothing behind it is unread. */
      read(chat_id: number, read_id: number): boolean {
        const known = get().items.find(chat => chat.chat_id === chat_id)
        if (!known || read_id < (known.last_id ?? 0)) return false
        if ((known.read_id ?? 0) < read_id || known.unread_messages > 0)
          change(chat_id, chat => ({ ...chat, read_id, unread_messages: 0 }))
        return true
      },

      /** Opens the chat with a person. */
      async openWith(connection_id: number): Promise<Outcome<ChatListItem>> {
        const self_id = useSession.getState().userId
        const outcome = await call(initiateChat, { connection_id, ...(self_id !== null && { self_id }) })
        if (outcome.ok) put(outcome.data)
        return outcome
      },

      /** Opens the chat of a space. */
      async openSpace(branch_id: number): Promise<Outcome<ChatListItem>> {
        const outcome = await call(openSpaceChat, { branch_id })
        if (outcome.ok) put(outcome.data)
        return outcome
      },
    }
  },
})

/** The number of unread messages of all listed chats. */
export const unreadOf = (items: readonly ChatListItem[]): number =>
  items.reduce((sum, chat) => sum + chat.unread_messages, 0)
