import { browserClock, type Clock } from '../../platform/clock'
import { sendLive } from '../../platform/live'
import { randomText } from '../../platform/random'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { openDocument } from './open-documents'

/** How often a tab repeats that it shows a document, and when one that is silent no longer counts, in milliseconds. */
const repeatAfter = 30_000
const forgottenAfter = 75_000
/**
 * How many tabs say that they are there. Each word reaches everybody who has the document open, so without a limit it
 * would cost the square of their number; nobody counts more faces than these.
 */
const mostTelling = 24

/** The others who have a document open, by document, in the order in which they came. */
export const useHere = createSlice(
  'documents.here',
  { people: {} as Record<number, readonly number[]> },
  set => ({
    show: (doc_id: number, user_ids: readonly number[]) =>
      set(({ people }) => {
        people[doc_id] = [...user_ids]
      }),
  }),
  { scope: 'organisation' },
)

/** Says that the person has a document open while they look at it, and follows who else has. Ends with the returned function. */
export function followHere(doc_id: number, clock: Clock = browserClock): () => void {
  const tab = randomText()
  const self = useSession.getState().userId
  /** When each tab of others was last heard of. */
  const heard = new Map<string, { user_id: number; at: number }>()
  let cancel = () => {}
  const isLooking = () => document.visibilityState === 'visible'
  /** Every tab orders the tabs that it has heard of alike, and only the first ones repeat themselves and answer. */
  const isTelling = () => isLooking() && [...heard.keys()].filter(key => key < `${self} ${tab}`).length < mostTelling
  const tell = (what: 'here' | 'left') => sendLive({ event: 'caret', doc_id, state: `${what} ${tab}` })
  const show = () => useHere.getState().show(doc_id, [...new Set([...heard.values()].map(({ user_id }) => user_id))])

  const end = openDocument(doc_id, {
    received: () => undefined,
    caretMoved({ user_id, state }) {
      const [what, name] = state.split(' ')
      // Without a name it is a caret in the text of a page.
      if (user_id === self || name === undefined) return
      const key = `${user_id} ${name}`
      const isNew = !heard.has(key)
      if (what === 'here') heard.set(key, { user_id, at: clock.elapsed() })
      else heard.delete(key)
      show()
      // Whoever comes has not heard of the others.
      if (what === 'here' && isNew && isTelling()) tell('here')
    },
    reconnected: () => tell(isLooking() ? 'here' : 'left'),
    leave: () => tell('left'),
  })
  const repeat = () => {
    cancel = clock.after(repeatAfter, () => {
      for (const [key, { at }] of heard) if (clock.elapsed() - at > forgottenAfter) heard.delete(key)
      show()
      if (isTelling()) tell('here')
      repeat()
    })
  }
  const onVisibility = () => tell(isLooking() ? 'here' : 'left')
  document.addEventListener('visibilitychange', onVisibility)
  if (isLooking()) tell('here')
  repeat()
  return () => {
    cancel()
    document.removeEventListener('visibilitychange', onVisibility)
    tell('left')
    end()
    useHere.getState().show(doc_id, [])
  }
}
