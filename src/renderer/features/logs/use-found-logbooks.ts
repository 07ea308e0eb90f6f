import { useEffect, useState } from 'react'
import { listDocuments, type NoteItem } from '#shared/contract/documents/endpoints'
import { call } from '../../platform/api'

/** Milliseconds between the last key press and the search. */
const settleAfter = 200

/**
 * Returns the first page of logbooks that the person may write in and that match some words, most recently updated
 * first. Null while loading for the first time.
 */
export function useFoundLogbooks(words: string): { items: readonly NoteItem[] | null; isFailed: boolean } {
  const [items, setItems] = useState<readonly NoteItem[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const query = words.trim()
  useEffect(() => {
    let isOver = false
    async function look() {
      const outcome = await call(listDocuments, { type: 'logbook', writable: true, ...(query && { query }) })
      if (isOver) return
      setFailed(!outcome.ok)
      if (outcome.ok) setItems(outcome.data)
    }
    const pause = setTimeout(() => void look(), query === '' ? 0 : settleAfter)
    return () => {
      isOver = true
      clearTimeout(pause)
    }
  }, [query])
  return { items, isFailed }
}
