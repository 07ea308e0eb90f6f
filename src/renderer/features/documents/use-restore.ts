import { useTranslation } from 'react-i18next'
import type { Document } from '#shared/contract/documents/endpoints'
import type { Outcome } from '../../platform/api'
import { toast } from '../../ui/toast'
import { useDocuments } from './store'

/** Restores a deleted document, and says so with a way to open it. Refusals are left to the caller. */
export function useRestore(): (deleted: { doc_id: number; name: string }) => Promise<Outcome<Document>> {
  const { t } = useTranslation('documents')
  return async ({ doc_id, name }) => {
    const outcome = await useDocuments.getState().undelete(doc_id)
    if (!outcome.ok) return outcome
    toast.success(t('deleted.done', { name }), {
      action: {
        label: t('deleted.open'),
        onPress: () => {
          location.hash = `#/docs/${doc_id}`
        },
      },
    })
    return outcome
  }
}
