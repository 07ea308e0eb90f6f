import { useTranslation } from 'react-i18next'
import type { Branch } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useOrganisation } from '../../organisations/store'
import { deleteRestorable } from '../../undo/store'
import { removeBranch } from '../store'
import { useRestore } from './use-restore'

/** Deletes a branch, which an owner can restore for 30 days [D3]. */
export function DeleteBranch({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const name = branch.branch_name
  const isOwner = useOrganisation()?.org_role === 'owner'
  const bringBack = useRestore()
  return (
    <ConfirmDialog
      danger
      title={t('branch.deleteTitle', { name })}
      text={t('branch.deleteText')}
      confirmLabel={t('branch.delete')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await deleteRestorable({
          remove: () => removeBranch(branch.id),
          done: t('branch.deleted', { name }),
          restore: isOwner ? () => bringBack(branch) : null,
          notRestored: t('branch.notRestored', { name }),
        })
        if (!outcome.ok) return errorText(outcome)
        onClose()
        return null
      }}
    />
  )
}
