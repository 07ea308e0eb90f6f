import { BotMessage, type MateMessage, type MessageDetails } from '#shared/contract/mate'
import type { AnswerBook } from './answers'
import type { MessageRow } from './store'

/** The exact texts for failures [5.5b, 8.11]; clients know them. */
export const somethingWentWrong = 'Something went wrong'
export const takingLonger = "It's taking longer than expected..."

/** JSON text that parses into message and details [3.13b]. */
export function botText(message: string, details: Partial<MessageDetails> = {}): string {
  return JSON.stringify(BotMessage.parse({ message, details }))
}

/** A stored message as the wire shows it. An answer that nobody writes any more, after a crash, has failed. */
export function presented(row: MessageRow, book: AnswerBook): MateMessage {
  const isLost = row.state === 'writing' && !book.isBeingWritten(row.id)
  return {
    id: row.id,
    // A person has one chat with Mate in an organisation; its id is that of nothing else.
    chat_id: 1,
    is_from_ai: row.is_from_ai,
    message_text: isLost ? botText(somethingWentWrong) : row.text,
    chat_created: row.created_at,
    user_selected_suggestion: row.suggestion,
    frames_urls: [],
    state: isLost ? 'failed' : row.state,
    client_id: row.is_from_ai ? null : row.client_id,
  }
}
