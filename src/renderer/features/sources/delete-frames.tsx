import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { useRecord } from './record'

/** Asks before pictures are deleted for good, from logs as well. */
export function DeleteFrames({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const count = ids.length

  async function remove() {
    setDeleting(true)
    const outcome = await useRecord.getState().remove(ids)
    setDeleting(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('record.deleted', { count }))
    onClose()
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      onClose={onClose}
      title={t('record.deleteTitle', { count })}
      description={t('record.deleteText')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button variant="danger" loading={isDeleting} onClick={() => void remove()}>
            {t('record.delete')}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </Dialog>
  )
}
