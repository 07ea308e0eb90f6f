import { changeAutoApprovals, fetchMate, sendToMate } from '#shared/contract/mate/endpoints'
import {
  createGroup,
  initiateChat,
  markRead,
  openSpaceChat,
  pinMessage,
  reactToMessage,
  sendMessage,
} from '#shared/contract/messages/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from './actor'

/** A group and the chat of a space, in which the secret is written, read, pinned and reacted to. */
export async function chatsWith(
  owner: Actor,
  colleague: Actor,
  { secret, branch_id }: { secret: string; branch_id: number },
): Promise<{ chat_id: number; chat_message_id: number }> {
  const { chat_id } = await owner.call(createGroup, { name: `Friends of the ${secret}`, user_ids: [colleague.user_id] })
  const space = await owner.call(openSpaceChat, { branch_id })
  const pair = await owner.call(initiateChat, { connection_id: colleague.user_id })
  for (const chat of [space, pair])
    await owner.call(sendMessage, { ...chat, chat_message: `We meet at the ${secret}.`, client_id: secret })
  const message = { chat_id, chat_message: `Where is the ${secret}?`, client_id: secret }
  const { id: message_id } = await owner.call(sendMessage, message)
  await owner.call(reactToMessage, { chat_id, message_id, emoji: '👀' })
  await owner.call(pinMessage, { chat_id, message_id })
  await colleague.call(markRead, { chat_id, last_id: message_id })
  return { chat_id, chat_message_id: message_id }
}

/** A question for Mate about the secret, with its answer, and what Mate may do. Returns the id of the answer. */
export async function askedMate(owner: Actor, secret: string): Promise<number> {
  await owner.call(changeAutoApprovals, { kinds: ['change_task'] })
  const { message_id } = await owner.call(sendToMate, { message: `Where is the ${secret}?`, client_id: secret })
  await eventually(async () => {
    const [answer] = await owner.call(fetchMate, {})
    if (answer?.state !== 'done') throw new Error(`Mate’s answer is ${answer?.state}.`)
  })
  return message_id
}
