import { useSearchParams } from 'react-router-dom'

interface Filter {
  query: string
  /** Whether archived tasks are shown instead of the others [D4]. */
  isArchive: boolean
}

/** The filter of a board or a list, which the address keeps. */
export function useFilter(): Filter & { filter: (change: Partial<Filter>) => void } {
  const [params, setParams] = useSearchParams()
  const now: Filter = { query: params.get('q') ?? '', isArchive: params.get('show') === 'archive' }
  return {
    ...now,
    filter(change) {
      const { query, isArchive } = { ...now, ...change }
      setParams(
        address => {
          if (query === '') address.delete('q')
          else address.set('q', query)
          if (isArchive) address.set('show', 'archive')
          else address.delete('show')
          return address
        },
        { replace: true },
      )
    },
  }
}
