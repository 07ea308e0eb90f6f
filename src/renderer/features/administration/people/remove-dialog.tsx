import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Member } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { useSession } from '../../../platform/session'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast'
import { useDirectory } from '../../organisations/store'
import { removePerson } from '../store'

interface Props {
  person: Member
  onClose: () => void
  onGone: () => void
}

/** Removes somebody, or this person, and asks who receives what was theirs [6.5]. */
export function RemoveDialog({ person, onClose, onGone }: Props) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const navigate = useNavigate()
  const self = useSession(state => state.userId)
  const people = useDirectory(state => state.items)
  const isSelf = self === person.user_id
  const others = people.filter(other => other.user_id !== person.user_id)
  const [heir, setHeir] = useState(() => String((isSelf ? others.find(isOwner) : undefined)?.user_id ?? self ?? nobody))
  const [isRemoving, setRemoving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const name = person.user_displayname

  async function remove() {
    setRemoving(true)
    const outcome = await removePerson(person.user_id, heir === nobody ? null : Number(heir))
    setRemoving(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t(isSelf ? 'remove.left' : 'remove.removed', { name }))
    onClose()
    onGone()
    if (isSelf) await navigate('/workspace')
  }

  return (
    <FormDialog
      title={t(isSelf ? 'remove.leaveTitle' : 'remove.title', { name })}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t(isSelf ? 'remove.leave' : 'remove.remove')}
      onClose={onClose}
      onSubmit={async event => {
        event.preventDefault()
        await remove()
      }}
      isSubmitting={isRemoving}
      error={error}
      danger
    >
      <p className="text-sm text-muted">{t(isSelf ? 'remove.leaveText' : 'remove.text', { name })}</p>
      <Select
        label={t('remove.heir')}
        hint={t(heir === nobody ? 'remove.nobodyHint' : 'remove.heirHint')}
        options={[
          ...others.map(other => ({ value: String(other.user_id), label: other.user_displayname })),
          { value: nobody, label: t('remove.nobody') },
        ]}
        value={heir}
        onChange={setHeir}
      />
    </FormDialog>
  )
}

const nobody = 'nobody'
const isOwner = (person: Member) => person.org_role === 'owner'
