import { useSearchParams } from 'react-router-dom'

/** The filter of a board or a list, which the address keeps. */
export function useFilter(): { query: string; setQuery: (query: string) => void } {
  const [params, setParams] = useSearchParams()
  return {
    query: params.get('q') ?? '',
    setQuery: query =>
      setParams(
        now => {
          if (query === '') now.delete('q')
          else now.set('q', query)
          return now
        },
        { replace: true },
      ),
  }
}
