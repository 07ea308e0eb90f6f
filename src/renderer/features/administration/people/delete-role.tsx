import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import { deleteRole } from '#shared/contract/organisations/roles'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { deleteWithUndo } from '../../undo/store'

/** Deletes a role; the people who have it stay [4.14]. */
export function DeleteRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'app'])
  const { role_id, role_name: name } = role
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
        deleteWithUndo({
          ...{ of: 'role', keys: [role_id], endpoint: deleteRole, fields: { role_id } },
          ...{ done: t('role.deleted', { name }), refused: t('role.notDeleted', { name }) },
        })
        onClose()
        return null
      }}
    />
  )
}
