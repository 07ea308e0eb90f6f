import { useEffect, useState } from 'react'
import type { Info } from '../store'
import { keptText } from './kept'
import { useWriting, type Writing } from './writing'

/** Opens the text of a document for editing, after a press or because unsaved text was found on this device. */
export function useTextWriting(
  info: Info,
  mayWrite: boolean,
): { writing: Writing | undefined; isByHand: boolean; edit: () => void } {
  const { doc_id } = info
  const writing = useWriting(state => state.writings[doc_id])
  const [isByHand, setByHand] = useState(false)
  useEffect(() => {
    useWriting.getState().recall(doc_id)
  }, [doc_id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per document; later versions must not start editing.
  useEffect(() => {
    if (mayWrite && keptText(doc_id) && !useWriting.getState().writings[doc_id]) useWriting.getState().begin(info)
  }, [doc_id, mayWrite])
  return {
    writing,
    isByHand,
    edit() {
      setByHand(true)
      useWriting.getState().begin(info)
    },
  }
}
