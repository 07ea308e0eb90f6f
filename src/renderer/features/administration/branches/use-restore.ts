import { useTranslation } from 'react-i18next'
import type { Branch } from '#shared/contract/organisations/endpoints'
import type { Outcome } from '../../../platform/api'
import { toast } from '../../../ui/toast'
import { restoreDeleted } from '../store'

/** Restores a deleted branch, which only owners may do, and says so. Refusals are left to the caller. */
export function useRestore(): (branch: Branch) => Promise<Outcome<Branch>> {
  const { t } = useTranslation('administration')
  return async ({ id, branch_name: name }) => {
    const outcome = await restoreDeleted(id)
    if (outcome.ok) toast.success(t('branch.restored', { name }))
    return outcome
  }
}
