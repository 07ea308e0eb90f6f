import { RefreshCw, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { useDirectory, useOrganisation } from '../organisations/store'
import type { OwnPermission } from './permissions'

interface Props {
  value: OwnPermission
  onChange: (value: OwnPermission) => void
}

/** Above this number of names there is a search box. */
const many = 8

/** Chooses who may see one's own screen: everybody, or people by name. */
export function WhoFields({ value, onChange }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const name = useOrganisation()?.organization_name ?? ''
  const userId = useSession(state => state.userId)
  const { items: people, status, open, load } = useDirectory()
  const [query, setQuery] = useState('')
  useEffect(() => void open(), [open])
  const words = query.trim().toLocaleLowerCase()
  const others = people.filter(person => person.user_id !== userId)
  const found = others.filter(other => other.user_displayname.toLocaleLowerCase().includes(words))

  function toggle(id: number, isOn: boolean) {
    const without = value.user_ids.filter(user_id => user_id !== id)
    onChange({ ...value, user_ids: isOn ? [...without, id] : without })
  }

  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t('access.organisation', { name })}
        checked={value.organisation}
        onChange={event => onChange({ ...value, organisation: event.target.checked })}
      />
      {status === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-ink">
          {t('access.directoryFailed')}
          <Button size="sm" icon={RefreshCw} onClick={() => void load()}>
            {t('app:action.tryAgain')}
          </Button>
        </p>
      )}
      {status === 'loading' && <SkeletonRows label={t('access.loading')} rows={3} />}
      {others.length > many && (
        <TextField
          type="search"
          label={t('access.search')}
          hideLabel
          placeholder={t('access.search')}
          icon={Search}
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
      )}
      {status === 'ready' && found.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="pb-1.5 text-xs font-semibold text-muted">{t('access.people')}</legend>
          <div className="flex flex-col gap-2">
            {found.map(({ user_id, user_displayname }) => (
              <Checkbox
                key={user_id}
                label={user_displayname}
                checked={value.user_ids.includes(user_id)}
                onChange={event => toggle(user_id, event.target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
