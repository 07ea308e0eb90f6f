import { useEffect } from 'react'
import { createSlice } from './store'

/** The page's name in the browser tab and for screen readers. */
export const useTitle = createSlice('title', { title: '', news: 0 }, set => ({
  name: (title: string) => set({ title }),
  /** Sets the number of unseen things, which the browser tab shows first. */
  tell: (news: number) => set({ news }),
}))

function write({ title, news }: { title: string; news: number }): void {
  const name = title ? `${title} · Wheelhouse` : 'Wheelhouse'
  document.title = news > 0 ? `(${news}) ${name}` : name
}
useTitle.subscribe(write)

/** Names the page: `Logbooks` becomes "Logbooks · Wheelhouse". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    useTitle.getState().name(title)
    write(useTitle.getState())
  }, [title])
}
