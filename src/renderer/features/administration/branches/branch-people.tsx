import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { Checkbox } from '../../../ui/checkbox'
import { Dialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/field'
import { useDirectory } from '../../organisations/store'
import { putInto } from '../store'

/** Who belongs to a branch [7.18]. */
export function BranchPeople({ branch_id, onClose }: { branch_id: number; onClose: () => void }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { items: people, branches } = useDirectory()
  const branch = branches.find(candidate => candidate.id === branch_id)
  const [query, setQuery] = useState('')
  const [waiting, setWaiting] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const found = people.filter(person => person.user_displayname.toLowerCase().includes(query.trim().toLowerCase()))
  const isIn = ({ user_id }: Member) => branch?.users.some(user => user.user_id === user_id) ?? false

  async function put(person: Member, isAdded: boolean) {
    setWaiting(person.user_id)
    const outcome = await putInto({ kind: 'branch', id: branch_id }, person.user_id, isAdded)
    setWaiting(null)
    setError(outcome.ok ? null : errorText(outcome))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('branch.peopleOf', { name: branch?.branch_name ?? '' })}
      closeLabel={t('app:action.close')}
    >
      <div className="flex flex-col gap-3">
        <TextField
          type="search"
          label={t('people.find')}
          hideLabel
          placeholder={t('people.find')}
          icon={Search}
          quiet
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        {error && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
        <ul aria-label={t('branch.people')} className="flex flex-col gap-2">
          {found.map(person => (
            <li key={person.user_id}>
              <Checkbox
                label={person.user_displayname}
                checked={person.user_id === waiting ? !isIn(person) : isIn(person)}
                disabled={waiting !== null}
                onChange={event => void put(person, event.target.checked)}
              />
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="text-sm text-muted">{t('people.none')}</p>}
      </div>
    </Dialog>
  )
}
