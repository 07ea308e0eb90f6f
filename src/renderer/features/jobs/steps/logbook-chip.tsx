import { NotebookText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocuments } from '../../documents/store'
import { Chip } from './chip'

/** A logbook that a job reads or writes. */
export function LogbookChip({ doc_id, onRemove }: { doc_id: number; onRemove: (() => void) | null }) {
  const { t } = useTranslation('jobs')
  const known = useLogbookName(doc_id)
  const name = known ?? t(known === null ? 'logbook.hidden' : 'logbook.unknown')
  return (
    <Chip
      icon={NotebookText}
      name={name}
      href={known ? `#/docs/${doc_id}` : undefined}
      removeLabel={t('remove', { name })}
      onRemove={onRemove}
    />
  )
}

/** Returns the name of a logbook; null if this person may not see it, undefined while it is unknown. */
function useLogbookName(doc_id: number): string | null | undefined {
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
