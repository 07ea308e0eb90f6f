import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** `preparing`: the rows are there already, so that their pictures arrive before the page is printed. */
type Phase = 'screen' | 'preparing' | 'paper'

let phase: Phase = 'screen'
const listeners = new Set<() => void>()

/** How long printing waits for pictures, and how often it looks whether they are there; milliseconds. */
const patience = 4_000
const pause = 50

function enter(next: Phase): void {
  phase = next
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('keydown', prepare)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    window.removeEventListener('keydown', prepare)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    phase = 'screen'
  }
}

// Renders synchronously, because the browser prints the page as it is when the listeners have run.
const begin = () => flushSync(() => enter('paper'))
const end = () => enter('screen')

/**
 * The keys for printing let the pictures of all rows arrive first. A browser that prints from its own menu does not wait
 * for them: it prints those that it has.
 */
function prepare(event: KeyboardEvent): void {
  const isPrint =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
  if (!isPrint) return
  event.preventDefault()
  if (phase !== 'screen') return
  enter('preparing')
  const started = performance.now()
  const look = () => {
    if (phase !== 'preparing') return
    if (performance.now() - started < patience && isIncomplete()) setTimeout(look, pause)
    else window.print()
  }
  setTimeout(look, pause)
}

/** Whether pictures of rows for paper are still on their way, or their addresses are. */
function isIncomplete(): boolean {
  const rows = [...document.querySelectorAll('[data-printed-rows]')]
  return rows.some(
    row =>
      row.querySelector('[data-awaited]') !== null || [...row.querySelectorAll('img')].some(image => !image.complete),
  )
}

const OnPaper = createContext(false)

/** Whether this is one of the rows for paper, whose pictures do not wait until they are in sight. */
export const useIsOnPaper = (): boolean => useContext(OnPaper)

/**
 * Renders all rows of a virtual list, on paper only. The list itself renders only visible rows and is hidden on paper
 * (`print:hidden`).
 */
export function PrintedRows({ children }: { children: () => ReactNode }) {
  const now = useSyncExternalStore(subscribe, () => phase)
  if (now === 'screen') return null
  return (
    <OnPaper.Provider value={true}>
      <div data-printed-rows className="hidden print:block">
        {children()}
      </div>
    </OnPaper.Provider>
  )
}
