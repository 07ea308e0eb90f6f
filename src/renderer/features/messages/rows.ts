import type { ChatMessage } from '#shared/contract/messages/message'
import { type Change, withChange } from './changes'
import type { Entry, PendingChange } from './outbox'

export type Row =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message'
      key: string
      message: ChatMessage
      /** Its newest change that the server has not confirmed. */
      pending: PendingChange | null
      isOwn: boolean
      /** The first and the last of several that one person wrote in a row. */
      isFirst: boolean
      isLast: boolean
    }
  | { kind: 'entry'; key: string; entry: Entry }

/** Messages of a person within this many milliseconds are drawn as one group. */
const together = 5 * 60_000

interface Given {
  /** Newest first. */
  messages: readonly ChatMessage[]
  entries: readonly Entry[]
  changes: readonly PendingChange[]
  self: number
  dayKey: (at: string) => string
}

/** What a conversation shows from top to bottom: days, messages, and what waits to be sent. */
export function rowsOf({ messages, entries, changes, self, dayKey }: Given): Row[] {
  const rows: Row[] = []
  const all = messages.toReversed()
  const sent = new Set(all.flatMap(({ sender_id, client_id }) => (sender_id === self ? (client_id ?? []) : [])))
  let day = ''
  for (const [index, message] of all.entries()) {
    const today = dayKey(message.chat_created)
    const [before, after] = [all[index - 1], all[index + 1]]
    if (today !== day) rows.push({ kind: 'day', key: `day.${today}`, at: message.chat_created })
    const ofThis = changes.filter(change => change.message_id === message.id)
    rows.push({
      kind: 'message',
      // The same as while it waited, so that it stays where it is.
      key: message.sender_id === self && message.client_id ? message.client_id : `${message.id}`,
      message: ofThis.filter(isOnItsWay).reduce((so, { change }) => withChange(so, change, self), message),
      pending: ofThis.at(-1) ?? null,
      isOwn: message.sender_id === self,
      isFirst: today !== day || !isTogether(before, message),
      isLast: !after || dayKey(after.chat_created) !== today || !isTogether(message, after),
    })
    day = today
  }
  for (const entry of entries) if (!sent.has(entry.client_id)) rows.push({ kind: 'entry', key: entry.client_id, entry })
  return rows
}

/** A refused change is not shown as if it were made, except a text, which would be lost. */
const isOnItsWay = ({ failure, change }: { failure: PendingChange['failure']; change: Change }): boolean =>
  failure === null || failure.isPassing || change.kind === 'edit'

const isTogether = (one: ChatMessage | undefined, other: ChatMessage): boolean =>
  one !== undefined &&
  one.sender_id === other.sender_id &&
  one.bot_id === other.bot_id &&
  Date.parse(other.chat_created) - Date.parse(one.chat_created) < together

/** Whether rows were added in front of those shown before, so that the list must stay where its end is. */
export function isShifted(before: readonly Row[], now: readonly Row[]): boolean {
  const last = before.findLast(row => row.kind === 'message')
  if (!last) return false
  const first = before.find(row => row.kind === 'message')
  const at = now.findIndex(row => row.key === first?.key)
  return at > before.findIndex(row => row.key === first?.key)
}
