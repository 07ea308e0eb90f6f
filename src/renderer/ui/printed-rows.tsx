import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** `preparing`: all rows are rendered, so that their pictures load before the page is printed. */
type Phase = 'screen' | 'preparing' | 'paper'

let phase: Phase = 'screen'
const listeners = new Set<() => void>()

/** How long printing waits for pictures, and how often it checks for them, in milliseconds. */
const timeout = 4_000
const pollInterval = 50

function enter(next: Phase): void {
  phase = next
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('keydown', prepare)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
  }
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    window.removeEventListener('keydown', prepare)
    window.removeEventListener('beforeprint', start)
    window.removeEventListener('afterprint', end)
    phase = 'screen'
  }
}

// Renders synchronously, because the browser prints the page as it is when the listeners have run.
const start = () => flushSync(() => enter('paper'))
const end = () => enter('screen')

/**
 * The keys for printing wait until the pictures of all rows have loaded. Printing from the browser's own menu does not
 * wait, and prints the pictures that are there.
 */
function prepare(event: KeyboardEvent): void {
  const isPrint =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
  if (!isPrint) return
  event.preventDefault()
  if (phase !== 'screen') return
  enter('preparing')
  const started = performance.now()
  const check = () => {
    if (phase !== 'preparing') return
    if (performance.now() - started < timeout && isIncomplete()) setTimeout(check, pollInterval)
    else window.print()
  }
  setTimeout(check, pollInterval)
}

/** Whether pictures of rows for paper, or their addresses, are still loading. */
function isIncomplete(): boolean {
  const rows = [...document.querySelectorAll('[data-printed-rows]')]
  return rows.some(
    row =>
      row.querySelector('[data-awaited]') !== null || [...row.querySelectorAll('img')].some(image => !image.complete),
  )
}

const OnPaper = createContext(false)

/** Whether this is one of the rows for paper, whose pictures load without being visible. */
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
