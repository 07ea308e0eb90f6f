import { RefreshCw, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourcePermission } from '#shared/contract/sources'
import { useSession } from '../../platform/session'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'
import { useOrganisation } from '../organisations/store'
import { useDirectory } from './directory'

type Ids = 'user_ids' | 'role_ids' | 'branch_ids'

interface Group {
  field: Ids
  label: string
  of: { id: number; name: string }[]
}

interface Props {
  value: SourcePermission
  onChange: (value: SourcePermission) => void
  /** One's own screen is shown to people by name; a camera to roles and branches, too. */
  peopleOnly: boolean
}

/** Beyond this many names a box to look for them helps. */
const many = 8

/** Chooses who may see a source: everybody, or people, roles and branches. */
export function WhoFields({ value, onChange, peopleOnly }: Props) {
  const { t } = useTranslation(['sources', 'app'])
  const name = useOrganisation()?.organization_name ?? ''
  const userId = useSession(state => state.userId)
  const { people, roles, branches, status, load } = useDirectory()
  const [query, setQuery] = useState('')
  useEffect(() => void load(), [load])

  const groups: Group[] = [
    {
      field: 'user_ids',
      label: t('access.people'),
      of: people
        .filter(one => !peopleOnly || one.user_id !== userId)
        .map(one => ({ id: one.user_id, name: one.user_displayname })),
    },
    { field: 'role_ids', label: t('access.roles'), of: roles.map(one => ({ id: one.role_id, name: one.role_name })) },
    {
      field: 'branch_ids',
      label: t('access.branches'),
      of: branches.map(one => ({ id: one.id, name: one.branch_name })),
    },
  ]
  const offered = peopleOnly ? groups.slice(0, 1) : groups
  const words = query.trim().toLocaleLowerCase()
  const count = offered.reduce((sum, { of }) => sum + of.length, 0)

  function toggle(field: Ids, id: number, isOn: boolean) {
    const without = value[field].filter(one => one !== id)
    onChange({ ...value, [field]: isOn ? [...without, id] : without })
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
      {count > many && (
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
      {status === 'ready' &&
        offered.map(({ field, label, of }) => {
          const found = of.filter(one => one.name.toLocaleLowerCase().includes(words))
          if (found.length === 0) return null
          return (
            <fieldset key={field} className="min-w-0">
              <legend className="pb-1.5 text-xs font-semibold text-muted">{label}</legend>
              <div className="flex flex-col gap-2">
                {found.map(({ id, name: one }) => (
                  <Checkbox
                    key={id}
                    label={one}
                    checked={value[field].includes(id)}
                    onChange={event => toggle(field, id, event.target.checked)}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
    </div>
  )
}
