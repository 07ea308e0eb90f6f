import { initiateChat, listChats, sendMessage } from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'
import type { Actor } from '../../../../test/actor'
import { openWorkshop } from '../documents/test-workshop'

export const noChat = { status: 404, code: 'chat.not_found' }
export const noMessage = { status: 404, code: 'message.not_found' }
export const notSelf = { status: 403, code: 'request.identity_mismatch' }

/** The workshop with helpers for chats. */
export async function openChats() {
  const workshop = await openWorkshop()
  const { server } = workshop
  let sent = 0
  return {
    ...workshop,
    /** The id of the chat of two people. */
    async pair(one: Actor, other: Actor): Promise<number> {
      return (await one.call(initiateChat, { connection_id: other.user_id })).chat_id
    },
    /** Sends messages a second apart, oldest first. */
    async says(who: Actor, chat_id: number, ...texts: string[]): Promise<ChatMessage[]> {
      const messages: ChatMessage[] = []
      for (const chat_message of texts) {
        server.clock.advance(1_000)
        sent += 1
        messages.push(await who.call(sendMessage, { chat_id, chat_message, client_id: `m${sent}` }))
      }
      return messages
    },
    /** A chat as somebody’s list shows it. */
    async listed(who: Actor, chat_id: number) {
      const items = await who.call(listChats, {})
      return items.find(item => item.chat_id === chat_id)
    },
  }
}

export type Chats = Awaited<ReturnType<typeof openChats>>
