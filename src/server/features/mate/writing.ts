import type { MessageDetails } from '#shared/contract/mate/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { OnBehalfOf } from '../../platform/run-as'

/** What an answer is made of while it is written. Text goes out as it comes; details are kept for the end. */
export interface Writing {
  app: AppContext
  asker: OnBehalfOf
  message_id: number
  question: string
  signal: AbortSignal
  say(text: string): void
  tool(name: string, summary: string): void
}

/** The details of an answer; `message` is kept instead of the text where that is not kept as it was said. */
export type Details = Partial<MessageDetails> & { message?: string }
