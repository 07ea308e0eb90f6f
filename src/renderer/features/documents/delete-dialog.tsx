import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { deleteRestorable } from '../undo/store'
import { type Info, useDocuments } from './store'
import { useRestore } from './use-restore'

interface Props {
  info: Info
  onClose: () => void
  onDeleted: () => void
}

/** Asks for confirmation before a document is deleted for everybody. */
export function DeleteDialog({ info, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['logbooks', 'app', 'documents'])
  const errorText = useErrorText()
  const { doc_id, document_name: name } = info

  const bringBack = useRestore()
  async function remove() {
    const outcome = await deleteRestorable({
      remove: () => useDocuments.getState().delete(doc_id),
      done: t('remove.done', { name }),
      restore: () => bringBack({ doc_id, name }),
      notRestored: t('documents:deleted.notRestored', { name }),
    })
    if (!outcome.ok) return errorText(outcome)
    onDeleted()
    return null
  }

  return (
    <ConfirmDialog
      danger
      title={t('remove.title', { name })}
      text={t('remove.text')}
      confirmLabel={t('remove.submit')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
