import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { type Info, useLogbooks } from './store'
import type { Failure } from './timelines'

interface Props {
  info: Info
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a document is deleted for everybody. */
export function DeleteDialog({ info, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const [isDeleting, setDeleting] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const name = info.document_name

  async function remove() {
    setDeleting(true)
    setFailure(null)
    const outcome = await useLogbooks.getState().delete(info.doc_id)
    setDeleting(false)
    if (!outcome.ok) {
      setFailure(outcome)
      return
    }
    toast.success(t('remove.done', { name }))
    onDeleted()
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      onClose={onClose}
      title={t('remove.title', { name })}
      description={t('remove.text')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button variant="danger" loading={isDeleting} onClick={() => void remove()}>
            {t('remove.submit')}
          </Button>
        </>
      }
    >
      {failure && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(failure)}
        </p>
      )}
    </Dialog>
  )
}
