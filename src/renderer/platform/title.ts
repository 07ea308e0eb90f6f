import { useEffect } from 'react'
import { createSlice } from './store'

/** The page's name in the browser tab and for screen readers. */
export const useTitle = createSlice('title', { title: '', unread: 0 }, set => ({
  name: (title: string) => set({ title }),
  /** Sets the number of unseen things, which the browser tab shows first. */
  setUnread: (unread: number) => set({ unread }),
}))

function write({ title, unread }: { title: string; unread: number }): void {
  const name = title ? `${title} · Wheelhouse` : 'Wheelhouse'
  document.title = unread > 0 ? `(${unread}) ${name}` : name
}
useTitle.subscribe(write)

/** Names the page: `Logbooks` becomes "Logbooks · Wheelhouse". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    useTitle.getState().name(title)
    write(useTitle.getState())
  }, [title])
}
