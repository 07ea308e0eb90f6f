import { useEffect } from 'react'
import { useDocuments } from '../../documents/store'

/** Returns the name of a logbook; null if this person may not see it, undefined while it is unknown. */
export function useLogbookName(doc_id: number): string | null | undefined {
  const listed = useDocuments(state => state.items[doc_id]?.doc_name)
  const opened = useDocuments(state => state.opened[doc_id])
  const isUnknown = listed === undefined && opened === undefined
  useEffect(() => {
    if (isUnknown) void useDocuments.getState().readInfo(doc_id)
  }, [isUnknown, doc_id])
  if (opened?.info) return opened.info.document_name
  if (listed !== undefined) return listed
  return opened?.status === 'failed' ? null : undefined
}
