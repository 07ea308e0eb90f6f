import { useTranslation } from 'react-i18next'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { toast } from '../../../ui/toast'
import { restoreDeleted } from '../store'

/** Restores a deleted branch, which only owners may do, and says so or what the server refused. */
export function useRestore(): (branch: Branch) => Promise<void> {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  return async ({ id, branch_name: name }) => {
    const outcome = await restoreDeleted(id)
    if (outcome.ok) toast.success(t('branch.restored', { name }))
    else toast.failure(errorText(outcome))
  }
}
