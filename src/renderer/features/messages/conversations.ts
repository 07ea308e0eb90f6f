import { getMessages } from '#shared/contract/messages/endpoints'
import { ChatMessage } from '#shared/contract/messages/message'
import { call, type Outcome } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'
import { copied } from '../../platform/list-copies'
import { useSession } from '../../platform/session'

const perPage = 50

/** The messages of a chat from the newest on; with `from`, those around that message. */
export interface Conversation {
  chat_id: number
  from: number | null
}

export const nameOf = ({ chat_id, from }: Conversation): string => (from === null ? `${chat_id}` : `${chat_id}.${from}`)

/** The name of the copy of a chat’s newest messages. */
export const copyOf = (chat_id: number): string => `chat.${chat_id}`

const conversationOf = (name: string): Conversation => {
  const [chat_id = 0, from] = name.split('.').map(Number)
  return { chat_id, from: from ?? null }
}

function read(chat_id: number, params: { last_id?: number; after_id?: number; limit: number }) {
  const self_id = useSession.getState().userId
  return call(getMessages, { chat_id, ...(self_id !== null && { self_id }), ...params })
}

/** Messages by conversation, newest first. */
export const useConversations = createKeyedListSlice('conversations', {
  async list({ chat_id, from }: Conversation, { cursor }) {
    const isAround = from !== null && cursor === undefined
    const place = cursor !== undefined ? { last_id: Number(cursor) } : isAround ? { after_id: from - 1 } : {}
    const outcome = await read(chat_id, { limit: perPage, ...place })
    if (!outcome.ok) return outcome
    const oldest = outcome.data.at(-1)
    const hasOlder = isAround || outcome.data.length === perPage
    return { ...outcome, next_cursor: hasOlder && oldest ? String(oldest.id) : null }
  },
  key: (message: ChatMessage) => message.id,
  nameOf,
  // Only what lies at the end of a chat is read again without a server.
  copies: ({ chat_id, from }) => (from === null ? copied(copyOf(chat_id), ChatMessage) : undefined),
  actions: ({ get, changer }) => ({
    /** Shows a message as it is now. A new one comes to the end of its chat, and to the replies of another. */
    put(message: ChatMessage, isNew: boolean) {
      for (const name of Object.keys(get().lists)) {
        const conversation = conversationOf(name)
        if (conversation.chat_id !== message.chat_id) continue
        changer(conversation)(items => withMessage(items, message, isNew && conversation.from === null))
      }
    },

    /** The messages of a chat were deleted. */
    clear(chat_id: number) {
      for (const name of Object.keys(get().lists)) {
        const conversation = conversationOf(name)
        if (conversation.chat_id === chat_id) changer(conversation)(() => [])
      }
    },
  }),
})

function withMessage(items: ChatMessage[], message: ChatMessage, isNew: boolean): ChatMessage[] {
  const at = items.findIndex(item => item.id === message.id)
  if (at >= 0) return items.with(at, message)
  if (!isNew) return items
  const counted = items.map(item =>
    item.id === message.reply_to?.id ? { ...item, reply_count: item.reply_count + 1 } : item,
  )
  // Messages may arrive in another order than their ids.
  const before = counted.findIndex(item => item.id < message.id)
  return counted.toSpliced(before < 0 ? counted.length : before, 0, message)
}

/** Reads one message, whose text was too long for its event. */
export async function readMessage(chat_id: number, id: number): Promise<Outcome<ChatMessage | null>> {
  const outcome = await read(chat_id, { after_id: id - 1, limit: 1 })
  return outcome.ok ? { ...outcome, data: outcome.data.find(message => message.id === id) ?? null } : outcome
}
