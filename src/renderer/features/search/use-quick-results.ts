import { useEffect } from 'react'
import { search as limits } from '#shared/contract/search/limits'
import type { Clock } from '../../platform/clock'
import { searchDelay } from './search-delay'
import { type QuickResults, useSearch } from './store'

/** A single letter matches too much. */
const minLength = 2

/** The best results, and whether they are for an earlier text. */
interface QuickResultsView {
  glance: QuickResults | null
  isWaiting: boolean
}

/** Searches a moment after typing. Null while the text is too short. */
export function useQuickResults(typed: string, clock: Clock): QuickResultsView | null {
  const words = typed.trim().slice(0, limits.queryLength)
  const query = [...words].length >= minLength ? words : ''
  useEffect(() => clock.after(query ? searchDelay : 0, () => void useSearch.getState().lookUp(query)), [query, clock])
  useEffect(() => () => void useSearch.getState().lookUp(''), [])
  const glance = useSearch(state => state.quick)
  if (query === '') return null
  return { glance, isWaiting: glance?.query !== query || glance.status === 'loading' }
}
