import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // At once: the browser takes the page as it stands when the listeners have run.
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

/** All rows of a virtual list, on paper only: the list itself holds those in sight, and is hidden there (`print:hidden`). */
export function PrintedRows({ children }: { children: () => ReactNode }) {
  return usePrinting() ? <div className="hidden print:block">{children()}</div> : null
}
