import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The comment that the address names, as links to comments do; null if it names none. */
export function useNamedComment(): number | null {
  const [query] = useSearchParams()
  const named = query.get('comment') ?? ''
  return /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null
}

interface Listed {
  items: readonly { comment_id: number }[]
  /** Null where there is nothing older. */
  next: string | null
  more: 'idle' | 'loading' | 'failed'
}

/** Loads older comments until the one that the address names is there. */
export function useReachedComment(list: Listed | undefined, loadOlder: () => void): void {
  const named = useNamedComment()
  const isReached = named === null || !list || list.items.some(({ comment_id }) => comment_id === named)
  const mayLoad = !isReached && list.next !== null && list.more === 'idle'
  useEffect(() => {
    if (mayLoad) loadOlder()
  })
}
