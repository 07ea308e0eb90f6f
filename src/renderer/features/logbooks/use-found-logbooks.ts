import { useEffect, useState } from 'react'
import { listDocuments, type NoteItem } from '#shared/contract/logbooks'
import { call } from '../../platform/api'

/** How long after the last key press it is looked for; milliseconds. */
const settleAfter = 200

/** Logbooks that the person may write in and that fit some words, last written first: the first page of them. Null while they are looked for the first time. */
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
