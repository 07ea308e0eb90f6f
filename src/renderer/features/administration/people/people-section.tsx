import { Plus, Search, SearchX, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Member, Role } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { useAction, useShortcut } from '../../../platform/shortcuts'
import { Button, LinkButton } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { Segmented } from '../../../ui/segmented'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import { useViewport } from '../../../ui/use-media'
import { useCan, useDirectory } from '../../organisations/store'
import { useDeleted, useUndeleted } from '../../undo/store'
import { BranchCards } from '../branches/branch-cards'
import { DirectoryState } from '../directory-state'
import { InvitesBeside } from '../invites/invites-beside'
import type { SectionProps } from '../section-props'
import { move, type Place, useSelectedRole } from '../store'
import { type Column, PeopleBoard } from './board'
import { useBranchNote } from './branch-shares'
import { differenceOf, useGivable } from './capabilities'
import { DeleteRole } from './delete-role'
import { Directory } from './directory'
import { PersonDrawer } from './person-drawer'
import { RoleDialog } from './role-dialog'
import { RoleTable } from './role-table'

type View = 'role' | 'branch' | 'list'

/** What is open over the page. */
type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; role: Role } | null

/** The people of the workspace by role or by branch, and what each role can do [6.5]. */
export function PeopleSection({ isChosen }: SectionProps) {
  const { t } = useTranslation(['administration', 'app'])
  const navigate = useNavigate()
  const { items: people, roles: all } = useDirectory()
  const roles = useUndeleted('role', all, role => role.role_id)
  const mayManage = useCan('people.manage')
  const mayInvite = useCan('people.invite')
  const [view, setView] = useState<View>('role')
  const [query, setQuery] = useState('')
  const [person, setPerson] = useState<number | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const isWide = useViewport() === 'desktop'
  const invites = useRef<HTMLElement>(null)
  // The details of a person take the place of the invites.
  const showsInvites = isWide && mayInvite && person === null
  useShortcut({ keys: 'c', label: t('role.add'), group: t('section.people'), isOn: mayManage }, () =>
    setOpen({ kind: 'add' }),
  )
  useAction(
    { label: t('app:action.invite'), group: t('section.people'), isOn: mayInvite },
    () => void navigate('/organisation/invites'),
  )
  const views = {
    label: t('people.view'),
    value: view,
    options: (['role', 'branch', 'list'] as const).map(value => ({ value, label: t(`people.by.${value}`) })),
    onChange: setView,
  }
  const found = people.filter(candidate => isNamed(candidate, query))
  return (
    <>
      <Pane as={isChosen ? 'main' : 'section'} onPhone={isChosen} aria-label={t('section.people')}>
        <PaneHeader
          title={t('section.people')}
          headingLevel={isChosen ? 1 : 2}
          back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
          badge={
            <span className="text-sm whitespace-nowrap text-muted max-md:hidden">
              {t('people.size', {
                people: t('people.count', { count: people.length }),
                roles: t('people.roles', { count: roles.length }),
              })}
            </span>
          }
          actions={
            <>
              {mayManage && (
                <Button size="sm" icon={Plus} onClick={() => setOpen({ kind: 'add' })}>
                  {t('role.new')}
                </Button>
              )}
              {showsInvites && (
                <Button
                  size="sm"
                  variant="primary"
                  icon={UserPlus}
                  onClick={() => invites.current?.querySelector('textarea')?.focus()}
                >
                  {t('people.invite')}
                </Button>
              )}
              {mayInvite && !showsInvites && (
                <LinkButton size="sm" variant="primary" icon={UserPlus} href="#/organisation/invites">
                  {t('people.invite')}
                </LinkButton>
              )}
            </>
          }
        />
        <DirectoryState>
          <PaneBody padded className="flex flex-col gap-5">
            <BranchCards />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h2 className="text-md font-semibold">{t('people.title')}</h2>
              {mayManage && view !== 'list' && <p className="text-sm text-muted max-md:hidden">{t('people.hint')}</p>}
              <div className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full">
                <TextField
                  type="search"
                  label={t('people.find')}
                  hideLabel
                  placeholder={t('people.find')}
                  icon={Search}
                  quiet
                  value={query}
                  onChange={event => setQuery(event.target.value)}
                  className="w-[190px] max-md:w-full"
                />
                <MenuActions
                  entries={[
                    choiceEntry(views),
                    { label: t('people.clear'), disabled: query === '', onSelect: () => setQuery('') },
                  ]}
                  group={t('section.people')}
                />
                <Segmented {...views} />
              </div>
            </div>
            {found.length === 0 ? (
              <StateBlock
                tone="neutral"
                icon={SearchX}
                title={t('people.none')}
                actions={
                  <Button size="sm" onClick={() => setQuery('')}>
                    {t('people.clear')}
                  </Button>
                }
              />
            ) : view === 'list' ? (
              <Directory people={found} openPerson={person} onOpen={setPerson} />
            ) : (
              <Columns
                key={view}
                kind={view}
                people={found}
                openPerson={person}
                onOpen={setPerson}
                onChange={setOpen}
              />
            )}
            <RoleTable roles={roles} />
          </PaneBody>
        </DirectoryState>
      </Pane>
      {showsInvites && <InvitesBeside ref={invites} />}
      <PersonDrawer user_id={person} onClose={() => setPerson(null)} />
      {open?.kind === 'add' && <RoleDialog onClose={() => setOpen(null)} />}
      {open?.kind === 'edit' && <RoleDialog role={open.role} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && <DeleteRole role={open.role} onClose={() => setOpen(null)} />}
    </>
  )
}

function isNamed(person: Member, query: string): boolean {
  const words = query.trim().toLocaleLowerCase()
  const { user_displayname, user_email, user_phone } = person
  return [user_displayname, user_email, user_phone].some(text => text?.toLocaleLowerCase().includes(words))
}

interface ColumnsProps {
  kind: Place['kind']
  people: readonly Member[]
  openPerson: number | null
  onOpen: (user_id: number) => void
  onChange: (open: Open) => void
}

const without = 'none'
const placeOf = (kind: Place['kind'], id: string): Place => ({ kind, id: id === without ? null : Number(id) })

function Columns({ kind, people, openPerson, onOpen, onChange }: ColumnsProps) {
  const { t } = useTranslation('administration')
  const errorText = useErrorText()
  const { roles } = useDirectory()
  const columns = useColumns(kind, people, onChange)
  const branchNote = useBranchNote(kind === 'branch')
  const nameOf = (id: string) => columns.find(column => column.id === id)?.name ?? ''

  async function movePerson(person: Member, from: string, to: string) {
    const outcome = await move(person.user_id, placeOf(kind, from), placeOf(kind, to))
    const name = person.user_displayname
    if (outcome.ok) toast.success(t('board.moved', { name, to: nameOf(to) }))
    else toast.failure(t('board.notMoved', { name }), { text: errorText(outcome) })
  }

  /** What the person gains and loses by the move. */
  function noteOf(person: Member, from: string, to: string): string {
    if (kind === 'branch') return branchNote(person, placeOf(kind, from).id, placeOf(kind, to).id)
    const { gained, lost } = differenceOf(person, placeOf(kind, from).id, placeOf(kind, to).id, roles)
    const list = (capabilities: typeof gained) =>
      capabilities.map(capability => t(`capability.${capability}`)).join(', ')
    const notes = [
      gained.length > 0 && t('board.gains', { what: list(gained) }),
      lost.length > 0 && t('board.loses', { what: list(lost) }),
    ].filter(Boolean)
    return notes.length > 0 ? notes.join(' ') : t('board.same')
  }

  return (
    <PeopleBoard
      label={t(`people.by.${kind}`)}
      columns={columns}
      openPerson={openPerson}
      onOpen={onOpen}
      onMove={(person, from, to) => void movePerson(person, from, to)}
      noteOf={noteOf}
    />
  )
}

function useColumns(kind: Place['kind'], people: readonly Member[], onChange: (open: Open) => void): Column[] {
  const { t } = useTranslation('administration')
  const { roles: all, branches } = useDirectory()
  const roles = useUndeleted('role', all, role => role.role_id)
  const selected = useSelectedRole(state => state.role_id)
  const givable = useGivable()
  const mayManage = useCan('people.manage')
  const mayBranches = useCan('branches.manage')
  const mayMove = kind === 'role' ? mayManage : mayBranches
  const columns: Column[] =
    kind === 'role'
      ? roles.map(role => ({
          id: String(role.role_id),
          name: role.role_name,
          people: people.filter(person => person.role_ids.includes(role.role_id)),
          isSelected: role.role_id === selected,
          isTarget: mayMove && role.capabilities.every(capability => givable.has(capability)),
          entries: mayManage
            ? [
                { label: t('role.edit'), onSelect: () => onChange({ kind: 'edit', role }) },
                { label: t('role.delete'), danger: true, onSelect: () => onChange({ kind: 'delete', role }) },
              ]
            : [],
        }))
      : branches.map(branch => ({
          id: String(branch.id),
          name: branch.branch_name,
          people: people.filter(person => person.branch_ids.includes(branch.id)),
          isTarget: mayMove,
          entries: [],
        }))
  const deleted = useDeleted('role')
  const rest = people.filter(person =>
    kind === 'role' ? person.role_ids.every(id => deleted.has(String(id))) : person.branch_ids.length === 0,
  )
  const hasRest = rest.length > 0 || mayMove
  return hasRest
    ? [...columns, { id: without, name: t(`board.without.${kind}`), people: rest, isTarget: mayMove, entries: [] }]
    : columns
}
