import { countUnread } from '#shared/contract/messages/endpoints'
import { call } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { unreadOf, useChats } from './chats'

/** How often a count is asked for anew because the listed chats changed meanwhile. */
const attempts = 3

/** The unread messages of the chats behind those that are listed; none while all are listed. */
const useUnlisted = createSlice(
  'chats.unlisted',
  { unread: 0 },
  (_set, get, writer) => {
    let isCounting = false
    let isAskedAgain = false

    async function count(): Promise<void> {
      const write = writer()
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const { items, next } = useChats.getState()
        if (next === null) return write({ unread: 0 })
        const outcome = await call(countUnread, {})
        if (!outcome.ok) return
        const { items: now } = useChats.getState()
        // Otherwise it is not certain which of the messages that are listed by now were counted.
        if (now === items || attempt === attempts - 1)
          write({ unread: Math.max(0, outcome.data.unread_messages - unreadOf(now)) })
        if (now === items) return
      }
    }

    return {
      /** Counts them. All calls during a count cause one more afterwards. */
      async count(): Promise<void> {
        if (useChats.getState().next === null && get().unread === 0) return
        isAskedAgain = true
        if (isCounting) return
        isCounting = true
        while (isAskedAgain) {
          isAskedAgain = false
          await count()
        }
        isCounting = false
      },
    }
  },
  { scope: 'organisation' },
)

/** The number of unread messages of all chats of the person. */
export const totalUnread = (): number => unreadOf(useChats.getState().items) + useUnlisted.getState().unread

/** The same for a component. */
export function useTotalUnread(): number {
  const listed = useChats(state => unreadOf(state.items))
  return listed + useUnlisted(state => state.unread)
}

/** Counts what is not listed whenever other chats are listed, and calls back when it is another number. */
export function followUnlisted(onChange: () => void): void {
  useChats.subscribe((now, before) => {
    if (now.next !== before.next || now.items.length !== before.items.length) void useUnlisted.getState().count()
  })
  useUnlisted.subscribe(onChange)
}

/** Counts anew after events were missed. */
export const recountUnlisted = (): void => void useUnlisted.getState().count()
