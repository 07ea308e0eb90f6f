import { BotMessage, type MateFrame, type MateMessage } from '#shared/contract/mate/endpoints'

const at = '2026-11-20T14:04:00.000Z'
const base = { chat_id: 1, chat_created: at, user_selected_suggestion: null, frames_urls: [], client_id: null }

/** The JSON text as the server stores it. */
export function botText(message: string, details: object = {}): string {
  return JSON.stringify(BotMessage.parse({ message, details }))
}

export function question(id: number, message_text: string, more: Partial<MateMessage> = {}): MateMessage {
  return { ...base, id, is_from_ai: false, message_text, state: 'done', ...more }
}

export function answer(id: number, text: string, more: Partial<MateMessage> & { details?: object } = {}): MateMessage {
  const { details, ...rest } = more
  return { ...base, id, is_from_ai: true, message_text: botText(text, details), state: 'done', ...rest }
}

export function writing(id: number): MateMessage {
  return { ...base, id, is_from_ai: true, message_text: '', state: 'writing' }
}

type Frame<E> = Extract<MateFrame, { event: E }>

/** All frames of an answer: the start, a delta for each piece, the end. */
export function framesOf<P extends readonly string[]>(message_id: number, pieces: readonly [...P]) {
  const start: Frame<'start'> = { event: 'start', message_id, seq: 1 }
  const deltas = pieces.map((text, index): Frame<'delta'> => ({ event: 'delta', message_id, seq: index + 2, text }))
  const done: Frame<'done'> = {
    event: 'done',
    message_id,
    seq: pieces.length + 2,
    message: answer(message_id, pieces.join('')),
  }
  return [start, ...(deltas as { [K in keyof P]: Frame<'delta'> }), done] as const
}
