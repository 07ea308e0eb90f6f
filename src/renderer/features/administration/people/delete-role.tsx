import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast'
import { removeRole } from '../store'

/** Deletes a role; the people who have it stay [4.14]. */
export function DeleteRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const name = role.role_name
  return (
    <ConfirmDialog
      danger
      title={t('role.deleteTitle', { name })}
      text={t('role.deleteText', { count: role.users.length })}
      confirmLabel={t('role.delete')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await removeRole(role.role_id)
        if (!outcome.ok) return errorText(outcome)
        toast.success(t('role.deleted', { name }))
        onClose()
        return null
      }}
    />
  )
}
