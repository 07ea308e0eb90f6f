import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { useUploads } from '../attachments/store'
import { draftFilesOf, hasDraft } from './log-draft'

/** Reminds of an unsaved log and leads back to it; renders nothing if there is none. */
export function DraftLeft({ doc_id, onGoOn }: { doc_id: number; onGoOn: () => void }) {
  const { t } = useTranslation('logs')
  // Uploads are restored a moment after the page starts.
  const { ids } = useUploads(draftFilesOf(doc_id))
  if (!hasDraft(doc_id) && ids.length === 0) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface-2 px-7 py-2 max-md:px-4">
      <p className="mr-auto text-sm text-muted">{t('draft.left')}</p>
      <Button size="sm" onClick={onGoOn}>
        {t('draft.goOn')}
      </Button>
    </div>
  )
}
