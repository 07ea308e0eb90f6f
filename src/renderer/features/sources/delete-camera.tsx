import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '#shared/contract/sources'
import { useErrorText } from '../../i18n/texts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import { removeCamera } from './cameras'

/** Asks before a camera and its pictures are deleted. */
export function DeleteCamera({
  camera,
  onClose,
  onDeleted,
}: {
  camera: Camera
  onClose: () => void
  onDeleted: () => void
}) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { name } = camera

  async function remove() {
    setDeleting(true)
    const outcome = await removeCamera(camera.camera_id)
    setDeleting(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('camera.deleted', { name }))
    onDeleted()
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      onClose={onClose}
      title={t('camera.deleteTitle', { name })}
      description={t('camera.deleteText')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button variant="danger" loading={isDeleting} onClick={() => void remove()}>
            {t('camera.delete')}
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
