import type { MateMessage } from '#shared/contract/mate/endpoints'
import type { Outgoing } from './outgoing'

const byId = (mateMessage: MateMessage, other: MateMessage) => mateMessage.id - other.id

/** A completed answer stays complete, whatever an older load says. */
function newerOf(held: MateMessage | undefined, read: MateMessage): MateMessage {
  return held && held.state !== 'writing' && read.state === 'writing' ? held : read
}

/** Adds messages and updates known ones. */
export function withMessages(held: readonly MateMessage[], read: readonly MateMessage[]): MateMessage[] {
  const all = new Map(held.map(message => [message.id, message]))
  for (const message of read) all.set(message.id, newerOf(all.get(message.id), message))
  return [...all.values()].sort(byId)
}

interface Reading {
  /** The latest messages, newest first. */
  page: readonly MateMessage[]
  /** Whether there is nothing before them. */
  isWhole: boolean
  /** The messages present when the load started; others are newer than its result. */
  askedWith: ReadonlySet<number>
}

/**
 * Updates the conversation with the latest messages. If another device started over, earlier messages are removed here
 * too.
 */
export function upToDate(
  held: readonly MateMessage[],
  { page, isWhole, askedWith }: Reading,
): { messages: MateMessage[]; hasGap: boolean } {
  const read = new Set(page.map(message => message.id))
  const oldest = page.at(-1)?.id ?? 0
  const hasGap = !isWhole && !page.some(message => askedWith.has(message.id))
  const kept = held.filter(message => {
    if (read.has(message.id) || !askedWith.has(message.id)) return true
    return !isWhole && !hasGap && message.id < oldest
  })
  return { messages: withMessages(kept, page), hasGap }
}

/** Returns the question of an answer. */
export function questionOf(messages: readonly MateMessage[], answer: MateMessage): MateMessage | undefined {
  return messages.findLast(message => !message.is_from_ai && message.id < answer.id)
}

/** Builds the stored question and its started answer, until both are loaded from the server. */
export function confirmed(
  { client_id, text, suggestion, asked_at }: Outgoing,
  { question_id, message_id }: { question_id: number; message_id: number },
): MateMessage[] {
  const both = { chat_id: 1, chat_created: asked_at, frames_urls: [], user_selected_suggestion: null, client_id: null }
  return [
    {
      ...both,
      id: question_id,
      is_from_ai: false,
      message_text: text,
      user_selected_suggestion: suggestion,
      state: 'done',
      client_id,
    },
    { ...both, id: message_id, is_from_ai: true, message_text: '', state: 'writing' },
  ]
}
