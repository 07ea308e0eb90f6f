import { useEffect } from 'react'
import { createSlice } from './store'

/** The page's name, as the browser's tab and a screen reader hear it. */
export const useTitle = createSlice('title', { title: '' }, set => ({ name: (title: string) => set({ title }) }))

/** Names the page: `Logbooks` becomes "Logbooks · Wheelhouse". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Wheelhouse` : 'Wheelhouse'
    useTitle.getState().name(title)
  }, [title])
}
