import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Renders synchronously, because the browser prints the page as it is when the listeners have run.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/**
 * Renders all rows of a virtual list, on paper only. The list itself renders only visible rows and is hidden on paper
 * (`print:hidden`).
 */
export function PrintedRows({ children }: { children: () => ReactNode }) {
  return usePrinting() ? <div className="hidden print:block">{children()}</div> : null
}
