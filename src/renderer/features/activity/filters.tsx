import {
  Activity,
  CalendarClock,
  House,
  type LucideIcon,
  MonitorUp,
  NotebookText,
  SquareCheck,
  UserPlus,
} from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { countedAtMost } from '#shared/contract/activity/endpoints'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Avatar } from '../../ui/avatar'
import { ListRow, ListSection } from '../../ui/list-row'
import { useSpaces } from '../home/store'
import { useDirectory } from '../organisations/store'
import { useActivityDay } from './store'
import { type Filters as Chosen, type Group, groupNames, groups } from './use-activity-query'

const icons: Record<Group, LucideIcon> = {
  tasks: SquareCheck,
  logs: NotebookText,
  jobs: CalendarClock,
  sharing: MonitorUp,
  people: UserPlus,
}

interface Props {
  chosen: Chosen
  onChange: (to: Partial<Chosen>) => void
}

/** What of the activity is shown: kinds, with their counts of the day, branches and people. */
export function Filters({ chosen, onChange }: Props) {
  const { t } = useTranslation('activity')
  const spaces = useSpaces(state => state.items)
  const people = useDirectory(state => state.items)
  useEffect(() => {
    if (useSpaces.getState().status === 'idle') void useSpaces.getState().load()
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  const countOf = useCounts()
  const { ofBranch, ofPerson } = useFacets()
  const kinds = [
    { label: t('group.all'), checked: chosen.show === null, onSelect: () => onChange({ show: null }) },
    ...groupNames.map(name => ({
      label: t(`group.${name}`),
      checked: chosen.show === name,
      onSelect: () => onChange({ show: name }),
    })),
  ]
  const branches = [
    { label: t('filter.allBranches'), checked: chosen.branch === null, onSelect: () => onChange({ branch: null }) },
    ...spaces.map(({ id, branch_name }) => ({
      label: branch_name,
      checked: chosen.branch === id,
      onSelect: () => onChange({ branch: id }),
    })),
  ]
  const persons = people.map(({ user_id, user_displayname }) => ({
    label: user_displayname,
    checked: chosen.person === user_id,
    onToggle: () => onChange({ person: chosen.person === user_id ? null : user_id }),
  }))
  return (
    <>
      <MenuActions
        entries={[
          { kind: 'choice', label: t('filter.show'), options: kinds },
          { kind: 'choice', label: t('filter.branch'), options: spaces.length > 1 ? branches : [] },
          { kind: 'toggles', label: t('filter.people'), options: people.length > 1 ? persons : [] },
        ]}
        group={t('title')}
      />
      <section aria-label={t('filter.show')} className="flex flex-col">
        <ListSection title={t('filter.show')} />
        <ListRow
          icon={Activity}
          title={t('group.all')}
          trailing={countOf(null)}
          selected={chosen.show === null}
          onPress={() => onChange({ show: null })}
        />
        {groupNames.map(name => (
          <ListRow
            key={name}
            icon={icons[name]}
            title={t(`group.${name}`)}
            trailing={countOf(name)}
            selected={chosen.show === name}
            onPress={() => onChange({ show: name })}
          />
        ))}
      </section>
      {spaces.length > 1 && (
        <section aria-label={t('filter.branch')} className="flex flex-col">
          <ListSection title={t('filter.branch')} />
          <ListRow
            icon={House}
            title={t('filter.allBranches')}
            selected={chosen.branch === null}
            onPress={() => onChange({ branch: null })}
          />
          {spaces.map(({ id, branch_name }) => (
            <ListRow
              key={id}
              icon={House}
              title={branch_name}
              trailing={ofBranch(id)}
              selected={chosen.branch === id}
              onPress={() => onChange({ branch: chosen.branch === id ? null : id })}
            />
          ))}
        </section>
      )}
      {people.length > 1 && (
        <section aria-label={t('filter.people')} className="flex flex-col pb-3">
          <ListSection title={t('filter.people')} />
          {people.map(({ user_id, user_displayname, user_image }) => (
            <ListRow
              key={user_id}
              leading={<Avatar decorative size={24} id={String(user_id)} name={user_displayname} src={user_image} />}
              title={user_displayname}
              trailing={ofPerson(user_id)}
              selected={chosen.person === user_id}
              onPress={() => onChange({ person: chosen.person === user_id ? null : user_id })}
            />
          ))}
        </section>
      )}
    </>
  )
}

/** How much happened on the day in a branch, and by a person; nothing where nothing did, or until it is known. */
function useFacets() {
  const { number } = useFormat()
  const status = useActivityDay(state => state.status)
  const people = useActivityDay(state => state.people)
  const branches = useActivityDay(state => state.branches)
  const shown = (count: number | undefined) =>
    status === 'ready' && count ? (
      <>
        {/* Between the words of the accessible name. */}{' '}
        <span className="text-xs text-muted tabular-nums">{number(count)}</span>
      </>
    ) : null
  return {
    ofBranch: (id: number) => shown(branches.find(({ branch_id }) => branch_id === id)?.count),
    ofPerson: (id: number) => shown(people.find(({ user_id }) => user_id === id)?.count),
  }
}

/** How much of a group happened on the day; nothing until it is known. */
function useCounts() {
  const { t } = useTranslation('activity')
  const { number } = useFormat()
  const status = useActivityDay(state => state.status)
  const kinds = useActivityDay(state => state.kinds)
  return (name: Group | null) => {
    if (status !== 'ready') return null
    const wanted: readonly string[] | null = name && groups[name]
    const counted = kinds.filter(({ kind }) => !wanted || wanted.includes(kind))
    const sum = counted.reduce((total, { count }) => total + count, 0)
    const isMore = counted.some(({ count }) => count >= countedAtMost)
    return (
      <>
        {/* Between the words of the accessible name. */}{' '}
        <span className="text-xs text-muted tabular-nums">
          {isMore ? t('moreThan', { count: number(sum) }) : number(sum)}
        </span>
      </>
    )
  }
}
