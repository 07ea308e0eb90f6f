import { messageAddress } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import { nothingRead, type Tool } from '../../platform/tool'
import { extractFrom, plain } from '../../platform/words/extract'
import { stopWordsOfAll } from '../../platform/words/stop-words.data'
import { type FoundMessage, findMessagesBy, missedMessages, textsOf } from './mate-store'
import {
  type MessageFact,
  type MessageFacts,
  MessagesInput,
  type MissedFacts,
  MissedInput,
  messageReference,
} from './message-facts'
import { findQuestion, missedQuestion } from './message-questions'

/** Mate’s tool for messages. */
export const messagesTool: Tool<MessagesInput, MessageFacts> = {
  name: 'find_messages',
  description:
    'Messages of the chats of the member who asks, newest first: by words, by senders (`user_ids` from find_people), by chats, within times (ISO instants). `total` counts all that match. Link a message as [title](address).',
  input: MessagesInput,
  question: findQuestion,
  async run(ctx, { limit, ...filter }) {
    const { rows, total } = await findMessagesBy(ctx, filter, limit)
    const messages = rows.map(factOf)
    return {
      facts: { messages, total, words: filter.words ?? '' },
      references: messages.map(messageReference),
      read: nothingRead,
    }
  },
}

/** Messages that are read of each chat, and those that represent them. */
const readOfEach = 60
const shownOfEach = 4

/** Mate’s tool for what somebody missed. */
export const missedTool: Tool<MissedInput, MissedFacts> = {
  name: 'missed_messages',
  description:
    'What others wrote in the chats of the member who asks, by chat: since an instant `from` (and before `to`), or, without it, what they have not read yet. `messages` are those that represent the others best, `total` counts all of them. Link a message as [title](address).',
  input: MissedInput,
  question: missedQuestion,
  async run(ctx, range) {
    const rows = await missedMessages(ctx, range, readOfEach)
    const byChat = new Map<number, typeof rows>()
    for (const row of rows) byChat.set(row.chat_id, [...(byChat.get(row.chat_id) ?? []), row])
    const chats = [...byChat.values()].map(messages => ({
      id: messages[0]?.chat_id ?? 0,
      name: messages[0]?.chat ?? '',
      total: messages[0]?.total ?? 0,
      messages: representing(messages).map(factOf),
    }))
    const total = chats.reduce((sum, chat) => sum + chat.total, 0)
    return {
      facts: { chats, total, is_unread: range.from === undefined },
      references: chats.flatMap(({ messages }) => messages.map(messageReference)),
      read: nothingRead,
    }
  },
}

/** The messages that represent all best, in the order of time: those with the best sentences, and else the newest. */
function representing(messages: readonly FoundMessage[]): FoundMessage[] {
  const inOrder = [...messages].reverse()
  if (inOrder.length <= shownOfEach) return inOrder
  const passages = inOrder.map(message => ({
    ...{ title: '', content: message.text, created_at: message.at, labels: [] },
    id: message.id,
  }))
  const best = extractFrom(passages, stopWordsOfAll, shownOfEach).map(({ log }) => log.id)
  const newest = messages.map(({ id }) => id).filter(id => !best.includes(id))
  const chosen = new Set([...best, ...newest].slice(0, shownOfEach))
  return inOrder.filter(({ id }) => chosen.has(id))
}

const titleLength = 80

/** The first words of a message, on one line. */
function titleOf(text: string): string {
  const words = plain(text)
    .replace(/[[\]()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...words]
  if (characters.length === 0) return '…'
  return characters.length <= titleLength ? words : `${characters.slice(0, titleLength - 1).join('')}…`
}

const factOf = ({ id, chat_id, chat, by, at, text }: FoundMessage): MessageFact => ({
  ...{ id, chat_id, chat, by, text, title: titleOf(text), address: messageAddress(chat_id, id) },
  at: new Date(at).toISOString(),
})

/** Titles of messages in old answers. */
export async function messageTitles(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map([...(await textsOf(ctx, ids))].map(([id, text]) => [id, titleOf(text)]))
}
