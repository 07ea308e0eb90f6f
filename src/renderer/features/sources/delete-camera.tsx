import { useTranslation } from 'react-i18next'
import type { Camera } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../i18n/texts'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'
import { removeCamera } from './cameras'

interface Props {
  camera: Camera
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before a camera and its pictures are deleted. */
export function DeleteCamera({ camera, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const { camera_id, name } = camera

  async function remove() {
    const outcome = await removeCamera(camera_id)
    if (!outcome.ok) return errorText(outcome)
    toast.success(t('camera.deleted', { name }))
    onDeleted()
    return null
  }

  return (
    <ConfirmDialog
      danger
      title={t('camera.deleteTitle', { name })}
      text={t('camera.deleteText')}
      confirmLabel={t('camera.delete')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
