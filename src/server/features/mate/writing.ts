import type { MessageDetails } from '#shared/contract/mate/endpoints'
import type { AppContext } from '../../platform/app-context'
import type { OnBehalfOf } from '../../platform/run-as'

/** The state of an answer while it is written. Text is streamed as it arrives; details are sent at the end. */
export interface Writing {
  app: AppContext
  asker: OnBehalfOf
  message_id: number
  question: string
  signal: AbortSignal
  say(text: string): void
  tool(name: string, summary: string): void
}

/** The details of an answer; `message` replaces the streamed text if that is not stored as it was streamed. */
export type Details = Partial<MessageDetails> & { message?: string }
