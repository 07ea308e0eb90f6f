import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/contract/organisations/endpoints'
import { useFormat } from '../../../platform/format'
import { Avatar } from '../../../ui/avatar'
import { cx } from '../../../ui/cx'
import { useDirectory } from '../../organisations/store'
import { OrgRoleMark } from './card'

interface Props {
  people: readonly Member[]
  openPerson: number | null
  onOpen: (user_id: number) => void
}

/** Everybody by name, with their roles and branches. */
export function Directory({ people, openPerson, onOpen }: Props) {
  const { t } = useTranslation('administration')
  const { roles, branches } = useDirectory()
  const { day } = useFormat()
  return (
    <ul aria-label={t('people.by.list')} className="divide-y divide-line rounded-md border border-line bg-surface-1">
      {people.map(person => {
        const places = [
          ...roles.filter(role => person.role_ids.includes(role.role_id)).map(role => role.role_name),
          ...branches.filter(branch => person.branch_ids.includes(branch.id)).map(branch => branch.branch_name),
        ]
        return (
          <li
            key={person.user_id}
            className={cx(
              'relative flex min-h-11 items-center gap-2.5 px-3 py-2',
              person.user_id === openPerson && 'bg-accent-soft',
            )}
          >
            <Avatar id={String(person.user_id)} name={person.user_displayname} src={person.user_image} decorative />
            <span className="min-w-0 flex-1">
              <button
                type="button"
                aria-current={person.user_id === openPerson ? 'true' : undefined}
                onClick={() => onOpen(person.user_id)}
                className="block max-w-full truncate text-left text-sm font-medium after:absolute after:inset-0 hover:underline"
              >
                {person.user_displayname}
              </button>
              <span className="block truncate text-xs text-muted">
                {[person.user_email ?? person.user_phone, ...places].filter(Boolean).join(', ')}
              </span>
            </span>
            <OrgRoleMark person={person} />
            <span className="text-xs whitespace-nowrap text-muted max-md:hidden">
              {t('people.since', { day: day(person.joined_at) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
