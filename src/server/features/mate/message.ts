import { BotMessage, type MateMessage, type MessageDetails } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import type { AnswerBook } from './answers'
import type { MessageRow } from './store'

/** The exact texts for failures [5.5b, 8.11]; clients compare them. */
export const somethingWentWrong = 'Something went wrong'
export const takingLonger = "It's taking longer than expected..."

/** The JSON text of a message and its details [3.13b]. */
export function botText(message: string, details: Partial<MessageDetails> = {}): string {
  return JSON.stringify(BotMessage.parse({ message, details }))
}

/** A stored message in its wire format. An answer that nobody is writing any more, after a crash, has failed. */
export function presented(row: MessageRow, book: AnswerBook, now: string): MateMessage {
  const isLost = row.state === 'writing' && !book.isBeingWritten(row.id, row.created_at)
  return {
    id: row.id,
    // A person has one chat with Mate in an organisation, so its id identifies nothing else.
    chat_id: 1,
    is_from_ai: row.is_from_ai,
    message_text: isLost ? botText(somethingWentWrong) : withStates(row, now),
    chat_created: row.created_at,
    user_selected_suggestion: row.suggestion,
    frames_urls: [],
    state: isLost ? 'failed' : row.state,
    client_id: row.is_from_ai ? null : row.client_id,
  }
}

/** Marks proposals that are too old as expired. */
function withStates({ is_from_ai, text, created_at }: MessageRow, now: string): string {
  if (!is_from_ai || Date.parse(now) - Date.parse(created_at) <= mate.proposed) return text
  const said = text === '' ? undefined : BotMessage.safeParse(JSON.parse(text)).data
  if (!said?.details.actions.some(action => action.state === 'open')) return text
  const actions = said.details.actions.map(action =>
    action.state === 'open' ? { ...action, state: 'expired' as const } : action,
  )
  return botText(said.message, { ...said.details, actions })
}
