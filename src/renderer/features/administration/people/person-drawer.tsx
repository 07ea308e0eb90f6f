import { LogOut, UserMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/contract/organisations/endpoints'
import { OrgRole } from '#shared/rules/capabilities'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { useSession } from '../../../platform/session'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { Drawer } from '../../../ui/drawer'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast'
import { useCan, useDirectory, useOrganisation } from '../../organisations/store'
import { changeOrgRole, type Place, putInto } from '../store'
import { reasonsFor, useGivable } from './capabilities'
import { RemoveDialog } from './remove-dialog'

/** One person: their roles and branches, and what they can do and why. */
export function PersonDrawer({ user_id, onClose }: { user_id: number | null; onClose: () => void }) {
  const { t } = useTranslation('administration')
  const person = useDirectory(state => state.items.find(member => member.user_id === user_id))
  return (
    <Drawer
      open={person !== undefined}
      onClose={onClose}
      narrow
      title={t('person.title')}
      closeLabel={t('person.close')}
    >
      {person && <Details key={person.user_id} person={person} onGone={onClose} />}
    </Drawer>
  )
}

function Details({ person, onGone }: { person: Member; onGone: () => void }) {
  const { t } = useTranslation('administration')
  const { day } = useFormat()
  const { user_displayname: name, user_email, user_phone, joined_at } = person
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar id={String(person.user_id)} name={name} src={person.user_image} size={44} decorative />
        <div className="min-w-0">
          <h3 className="text-md font-semibold wrap-anywhere">{name}</h3>
          {user_email && (
            <p className="text-xs text-muted wrap-anywhere">
              {user_email.slice(0, user_email.indexOf('@') + 1)}
              <wbr />
              {user_email.slice(user_email.indexOf('@') + 1)}
            </p>
          )}
          {user_phone && <p className="text-xs text-muted">{user_phone}</p>}
          <p className="text-xs text-muted first-letter:uppercase">{t('people.since', { day: day(joined_at) })}</p>
        </div>
      </div>
      <OrgRoleField person={person} />
      <Places person={person} />
      <Abilities person={person} />
      <Ending person={person} onGone={onGone} />
    </div>
  )
}

/** Owner, admin or member; owners change it [D1]. */
function OrgRoleField({ person }: { person: Member }) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const isOwner = useOrganisation()?.org_role === 'owner'
  const [isChanging, setChanging] = useState(false)
  if (!isOwner)
    return (
      <Part title={t('person.orgRole')}>
        <p className="text-sm">{t(`orgRole.${person.org_role}`)}</p>
      </Part>
    )
  return (
    <Select
      label={t('person.orgRole')}
      hint={t(`orgRoleHint.${person.org_role}`)}
      disabled={isChanging}
      options={OrgRole.options.map(value => ({ value, label: t(`orgRole.${value}`) }))}
      value={person.org_role}
      onChange={async to => {
        if (to === person.org_role) return
        setChanging(true)
        const outcome = await changeOrgRole(person, to)
        setChanging(false)
        const name = person.user_displayname
        if (outcome.ok) toast.success(t(`orgRoleNow.${to}`, { name }))
        else toast.failure(t('person.notChanged', { name }), { text: errorText(outcome) })
      }}
    />
  )
}

/** The roles and branches, which those who may change them tick. */
function Places({ person }: { person: Member }) {
  const { t } = useTranslation('administration')
  const { roles, branches } = useDirectory()
  const givable = useGivable()
  const mayManage = useCan('people.manage')
  const mayBranches = useCan('branches.manage')
  return (
    <>
      <PlaceList
        kind="role"
        title={t('person.roles')}
        person={person}
        mayChange={mayManage}
        choices={roles.map(role => ({
          id: role.role_id,
          name: role.role_name,
          isIn: person.role_ids.includes(role.role_id),
          isGivable: role.capabilities.every(capability => givable.has(capability)),
        }))}
      />
      <PlaceList
        kind="branch"
        title={t('person.branches')}
        person={person}
        mayChange={mayBranches}
        choices={branches.map(branch => ({
          id: branch.id,
          name: branch.branch_name,
          isIn: person.branch_ids.includes(branch.id),
          isGivable: true,
        }))}
      />
    </>
  )
}

interface Choice {
  id: number
  name: string
  isIn: boolean
  isGivable: boolean
}

interface PlaceListProps {
  kind: Place['kind']
  title: string
  person: Member
  mayChange: boolean
  choices: readonly Choice[]
}

function PlaceList({ kind, title, person, mayChange, choices }: PlaceListProps) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const [waiting, setWaiting] = useState<number | null>(null)
  async function put(choice: Choice, isIn: boolean) {
    setWaiting(choice.id)
    const outcome = await putInto({ kind, id: choice.id }, person.user_id, isIn)
    setWaiting(null)
    if (!outcome.ok)
      toast.failure(t('person.notChanged', { name: person.user_displayname }), { text: errorText(outcome) })
  }
  if (!mayChange) {
    const names = choices.filter(choice => choice.isIn).map(choice => choice.name)
    return (
      <Part title={title}>
        <p className="text-sm">{names.length > 0 ? names.join(', ') : t('person.none')}</p>
      </Part>
    )
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-xs font-medium text-muted">{title}</legend>
      {choices.map(choice => (
        <Checkbox
          key={choice.id}
          label={choice.name}
          checked={choice.id === waiting ? !choice.isIn : choice.isIn}
          disabled={waiting !== null || (!choice.isIn && !choice.isGivable)}
          onChange={event => void put(choice, event.target.checked)}
        />
      ))}
    </fieldset>
  )
}

/** What the person can do, and which role or place in the workspace gives it. */
function Abilities({ person }: { person: Member }) {
  const { t } = useTranslation('administration')
  const roles = useDirectory(state => state.roles)
  const reasons = reasonsFor(person, roles)
  return (
    <Part title={t('person.can')}>
      {reasons.length === 0 && <p className="text-sm text-muted">{t('person.canNothing')}</p>}
      <ul aria-label={t('person.can')} className="flex flex-col gap-1.5">
        {reasons.map(({ capability, org_role, roles: names }) => (
          <li key={capability} className="text-sm">
            {t(`capability.${capability}`)}{' '}
            <span className="text-xs text-muted">
              {t('person.because', {
                why: [org_role && t(`orgRole.${org_role}`), ...names].filter(Boolean).join(', '),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Removes the person, or lets this person leave. */
function Ending({ person, onGone }: { person: Member; onGone: () => void }) {
  const { t } = useTranslation('administration')
  const isSelf = useSession(state => state.userId) === person.user_id
  const isOwner = useOrganisation()?.org_role === 'owner'
  const mayManage = useCan('people.manage')
  const [isAsking, setAsking] = useState(false)
  if (!isSelf && !isOwner && !(mayManage && person.org_role === 'member')) return null
  return (
    <div className="border-t border-line pt-4">
      <Button needsServer size="sm" icon={isSelf ? LogOut : UserMinus} variant="danger" onClick={() => setAsking(true)}>
        {t(isSelf ? 'remove.leave' : 'remove.remove')}
      </Button>
      {isAsking && <RemoveDialog person={person} onClose={() => setAsking(false)} onGone={onGone} />}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h4 className="text-xs font-medium text-muted">{title}</h4>
      {children}
    </div>
  )
}
