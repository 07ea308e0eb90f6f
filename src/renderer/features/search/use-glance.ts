import { useEffect } from 'react'
import { search as limits } from '#shared/contract/search/limits'
import type { Clock } from '../../platform/clock'
import { type Glance, useSearch } from './store'
import { searchAfter } from './waiting'

/** A single letter matches too much. */
const atLeast = 2

/** The best results, and whether they are for an earlier text. */
interface Seen {
  glance: Glance | null
  isWaiting: boolean
}

/** Searches a moment after typing. Null while the text is too short. */
export function useGlance(typed: string, clock: Clock): Seen | null {
  const words = typed.trim().slice(0, limits.queryLength)
  const query = [...words].length >= atLeast ? words : ''
  useEffect(() => clock.after(query ? searchAfter : 0, () => void useSearch.getState().lookUp(query)), [query, clock])
  useEffect(() => () => void useSearch.getState().lookUp(''), [])
  const glance = useSearch(state => state.glance)
  if (query === '') return null
  return { glance, isWaiting: glance?.query !== query || glance.status === 'loading' }
}
