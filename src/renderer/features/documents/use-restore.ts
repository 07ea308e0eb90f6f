import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { toast } from '../../ui/toast'
import { useDocuments } from './store'

/** Restores a deleted document, confirms it, and opens it; returns whether it succeeded. */
export function useRestore(): (deleted: { doc_id: number; name: string }) => Promise<boolean> {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  return async ({ doc_id, name }) => {
    const outcome = await useDocuments.getState().undelete(doc_id)
    if (!outcome.ok) {
      toast.failure(errorText(outcome))
      return false
    }
    toast.success(t('deleted.done', { name }), {
      action: {
        label: t('deleted.open'),
        onPress: () => {
          location.hash = `#/docs/${doc_id}`
        },
      },
    })
    return true
  }
}
