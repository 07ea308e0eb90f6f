import { useTranslation } from 'react-i18next'
import { deleteCamera } from '#shared/contract/sources/cameras'
import type { Camera } from '#shared/contract/sources/endpoints'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { deleteWithUndo } from '../undo/store'
import './cameras'

interface Props {
  camera: Camera
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before a camera and its pictures are deleted. */
export function DeleteCamera({ camera, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const { camera_id, name } = camera

  async function remove() {
    deleteWithUndo({
      ...{ of: 'camera', keys: [camera_id], endpoint: deleteCamera, fields: { feedId: camera_id } },
      ...{ done: t('camera.deleted', { name }), refused: t('camera.notDeleted', { name }) },
    })
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
