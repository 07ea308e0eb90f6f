import { useEffect } from 'react'
import type { SearchHit } from '#shared/contract/search/endpoints'
import { search as limits } from '#shared/contract/search/limits'
import type { Clock } from '../../platform/clock'
import { searchDelay } from './search-delay'
import { useQuickSearch } from './store'

/** A single letter matches too much. */
const minLength = 2

interface QuickResults {
  hits: readonly SearchHit[]
  hasFailed: boolean
  /** Whether the results are for an earlier text. */
  isWaiting: boolean
}

/** Searches a moment after typing. Null while the text is too short. */
export function useQuickResults(typed: string, clock: Clock): QuickResults | null {
  const words = typed.trim().slice(0, limits.queryLength)
  const query = [...words].length >= minLength ? words : ''
  const { items, status, query: shown, search, clear } = useQuickSearch()
  useEffect(() => {
    if (query === '') clear()
    return query === '' ? undefined : clock.after(searchDelay, () => void search(query))
  }, [query, clock, search, clear])
  useEffect(() => clear, [clear])
  if (query === '') return null
  const isWaiting = shown !== query || status === 'loading'
  return { hits: status === 'failed' ? [] : items, hasFailed: status === 'failed' && !isWaiting, isWaiting }
}
