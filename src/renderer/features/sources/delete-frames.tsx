import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'
import { useRecord } from './record'

/** Asks for confirmation before pictures are deleted for good, from logs as well. */
export function DeleteFrames({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const count = ids.length

  async function remove() {
    const outcome = await useRecord.getState().remove(ids)
    if (!outcome.ok) return errorText(outcome)
    toast.success(t('record.deleted', { count }))
    onClose()
    return null
  }

  return (
    <ConfirmDialog
      danger
      title={t('record.deleteTitle', { count })}
      text={t('record.deleteText')}
      confirmLabel={t('record.delete')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
