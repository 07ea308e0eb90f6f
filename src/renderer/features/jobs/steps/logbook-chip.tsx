import { NotebookText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Chip } from './chip'
import { useLogbookName } from './logbook-name'

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
