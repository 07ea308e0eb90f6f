import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './use-media'

/** Whether the page is being printed, or shown as it would be. */
function usePrinting(): boolean {
  const isPrinted = useMedia('print')
  const [isAbout, setAbout] = useState(false)
  useEffect(() => {
    // At once: the browser takes the page as it stands when the listeners have run.
    const begin = () => flushSync(() => setAbout(true))
    const end = () => setAbout(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted || isAbout
}

/** All rows of a virtual list, on paper only: the list itself holds those in sight, and is hidden there (`print:hidden`). */
export function PrintedRows({ children }: { children: () => ReactNode }) {
  return usePrinting() ? <div className="hidden print:block">{children()}</div> : null
}
