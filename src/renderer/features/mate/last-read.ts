import { fetchMate, MateMessage } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { call } from '../../platform/api'
import { copied, reread } from '../../platform/list-copies'
import type { ListCopies } from '../../platform/list-loader'

const copyName = 'mate'

/** Pictures and their addresses are not stored, and an answer that is being written only once it is there. */
const toBeCopied = (messages: readonly MateMessage[]): MateMessage[] =>
  messages.filter(({ state }) => state !== 'writing').map(message => ({ ...message, frames_urls: [] }))

const list = copied(copyName, MateMessage)

/** Copies of the newest messages of a conversation, which is given oldest first. */
export const conversationCopies: ListCopies<MateMessage> = {
  ...list,
  keep: messages => list.keep(toBeCopied(messages).toReversed()),
}

/** Reads the copied conversation anew, which may have been started over elsewhere. */
export const rereadConversation = (): Promise<void> =>
  reread(copyName, async () => {
    const outcome = await call(fetchMate, { limit: mate.page })
    return outcome.ok ? { ...outcome, data: toBeCopied(outcome.data) } : outcome
  })
