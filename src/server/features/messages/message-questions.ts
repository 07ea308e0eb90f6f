import { linkText } from '#shared/page/references'
import { plainWords } from '../../platform/markdown'
import type { MemberContext } from '../../platform/request-context'
import type { ParsedQuestion, Speak, ToolQuestion } from '../../platform/tool'
import { counting } from '../../platform/words/patterns'
import { chatsNamedIn } from './mate-store'
import {
  type MessageFact,
  type MessageFacts,
  type MessagesInput,
  type MissedFacts,
  type MissedInput,
  messageReference,
} from './message-facts'
import { messageSayings } from './message-sayings.data'
import { messageWords } from './message-words.data'

/** Messages that one answer shows. */
const shown = 10

/** Questions for messages by words, people, chats and time [D25]. */
export const findQuestion: ToolQuestion<MessagesInput, MessageFacts> = {
  inputFor(ctx, asked) {
    const { asks, missed } = messageWords[asked.language]
    return asks.test(asked.text) && !missed.test(asked.text) ? inputOf(ctx, asked) : undefined
  },
  write({ messages, total, words }, { language, people, time }, speak) {
    const say = messageSayings[language]
    const { figure } = counting(speak.locale)
    const list = new Intl.ListFormat(speak.locale, { type: 'conjunction' })
    const scope =
      (people.length > 0 ? say.by(list.format(people.map(({ name }) => plainWords(name)))) : '') +
      (words === '' ? '' : say.about(plainWords(words))) +
      (time?.said ?? '')
    if (messages.length === 0) return { text: say.none(scope), cited: [] }
    const listed = messages.slice(0, shown)
    const more = total > listed.length ? `\n${say.more(figure(total - listed.length))}` : ''
    return {
      text: `${say.some(total, figure(total), scope)}\n\n${listed.map(message => line(message, speak, true)).join('')}${more}`,
      cited: listed.map(messageReference),
    }
  },
}

async function inputOf(
  ctx: MemberContext,
  { language, words, people, time, questions }: ParsedQuestion,
): Promise<MessagesInput> {
  const { vocabulary } = messageWords[language]
  const chats = (await Promise.all(questions.map(question => chatsNamedIn(ctx, question)))).find(
    found => found.length > 0,
  )
  const ofChats = new Set(chats?.flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)))
  const searched = words.filter(word => !vocabulary.has(word) && !ofChats.has(word))
  return {
    limit: shown,
    ...(searched.length > 0 && { words: searched.join(' ') }),
    ...(people.length > 0 && { user_ids: people.map(({ id }) => id) }),
    ...(chats && { chat_ids: chats.map(({ id }) => id) }),
    ...(time && { from: time.from, to: time.to }),
  }
}

/** What somebody missed: unread messages, or those since a time, by chat [D25]. */
export const missedQuestion: ToolQuestion<MissedInput, MissedFacts> = {
  inputFor(_ctx, { language, text, time }) {
    if (!messageWords[language].missed.test(text)) return undefined
    return time ? { from: time.from, to: time.to } : {}
  },
  write({ chats, total, is_unread }, { language, time }, speak) {
    const say = messageSayings[language]
    const { figure } = counting(speak.locale)
    const when = time?.said ?? ''
    if (total === 0) return { text: is_unread ? say.nothingUnread : say.nothingNew(when), cited: [] }
    const parts = chats.map(chat => {
      const lines = chat.messages.map(message => line(message, speak, false)).join('')
      const rest = chat.total - chat.messages.length
      return `**${plainWords(chat.name)}** (${figure(chat.total)}):\n\n${lines}${rest > 0 ? `- ${say.more(figure(rest))}\n` : ''}`
    })
    const heading = is_unread ? say.unread(total, figure(total)) : say.since(total, figure(total), when)
    return {
      text: `${heading}\n\n${parts.join('\n')}`,
      cited: chats.flatMap(({ messages }) => messages.map(messageReference)),
    }
  },
}

function line({ by, at, chat, title, address }: MessageFact, { time }: Speak, hasChat: boolean): string {
  const where = hasChat && chat !== by ? ` (${plainWords(chat)})` : ''
  return `- ${time(at)}, ${plainWords(by)}: [${linkText(title)}](${address})${where}\n`
}
