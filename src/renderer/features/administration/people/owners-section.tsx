import { Crown, Plus, Shield } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Member } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { MenuActions } from '../../../platform/menu-actions'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { toast } from '../../../ui/toast'
import { useDirectory, useOrganisation } from '../../organisations/store'
import { DirectoryState } from '../directory-state'
import type { SectionProps } from '../section-props'
import { changeOrgRole } from '../store'

type LeadRole = 'owner' | 'admin'

/** The owners and admins of the workspace, who hold every capability; owners change both lists [6.4, D1]. */
export function OwnersSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  return (
    <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.owners')}>
      <PaneHeader
        title={t('section.owners')}
        headingLevel={isChosen ? 1 : 2}
        back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
      />
      <DirectoryState>
        <PaneBody padded>
          <div className="flex max-w-text flex-col gap-7">
            <PeopleWith org_role="owner" />
            <PeopleWith org_role="admin" />
          </div>
        </PaneBody>
      </DirectoryState>
    </Pane>
  )
}

function PeopleWith({ org_role }: { org_role: LeadRole }) {
  const { t } = useTranslation('administration')
  const people = useDirectory(state => state.items)
  const mayChange = useOrganisation()?.org_role === 'owner'
  const { busy, change } = useChange()
  const listed = people.filter(person => person.org_role === org_role)
  const others = people.filter(person => person.org_role !== org_role && person.org_role !== 'owner')
  const Glyph = org_role === 'owner' ? Crown : Shield
  const entries: MenuEntry[] = others.map(person => ({
    label: person.user_displayname,
    needsServer: true,
    onSelect: () => void change(person, org_role),
  }))
  return (
    <section aria-labelledby={`with-${org_role}`} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Glyph size={16} className="text-accent" />
        <h2 id={`with-${org_role}`} className="text-md font-semibold">
          {t(`owners.${org_role}`)}
        </h2>
        {mayChange && others.length > 0 && (
          <span className="ml-auto">
            <MenuActions entries={entries} group={t('section.owners')} of={t(`owners.add.${org_role}`)} />
            <Menu label={t(`owners.add.${org_role}`)} align="end" entries={entries}>
              {trigger => (
                <Button {...trigger} size="sm" icon={Plus}>
                  {t(`owners.add.${org_role}`)}
                </Button>
              )}
            </Menu>
          </span>
        )}
      </div>
      <p className="text-sm text-muted">{t(`orgRoleHint.${org_role}`)}</p>
      {mayChange && (
        <MenuActions
          entries={listed.map(person => ({
            label: t('owners.stepDownOf', { name: person.user_displayname }),
            needsServer: true,
            disabled: busy === person.user_id,
            onSelect: () => void change(person, 'member'),
          }))}
          group={t('section.owners')}
        />
      )}
      {listed.length > 0 && (
        <ul
          aria-labelledby={`with-${org_role}`}
          className="divide-y divide-line rounded-md border border-line bg-surface-1"
        >
          {listed.map(person => (
            <li key={person.user_id} className="flex min-h-11 items-center gap-2.5 px-3 py-2">
              <Avatar id={String(person.user_id)} name={person.user_displayname} src={person.user_image} decorative />
              <span className="min-w-0 flex-1 truncate text-sm font-medium">{person.user_displayname}</span>
              {mayChange && (
                <Button
                  needsServer
                  size="sm"
                  variant="quiet"
                  loading={busy === person.user_id}
                  aria-label={t('owners.stepDownOf', { name: person.user_displayname })}
                  onClick={() => void change(person, 'member')}
                >
                  {t('owners.stepDown')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useChange() {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const [busy, setBusy] = useState<number | null>(null)
  async function change(person: Member, to: LeadRole | 'member') {
    setBusy(person.user_id)
    const outcome = await changeOrgRole(person, to)
    setBusy(null)
    const name = person.user_displayname
    if (outcome.ok) toast.success(t(`orgRoleNow.${to}`, { name }))
    else toast.failure(t('person.notChanged', { name }), { text: errorText(outcome) })
  }
  return { busy, change }
}
