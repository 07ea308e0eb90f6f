import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrganisationDetail } from '#shared/contract/organisations/endpoints'
import type { Task, TaskCard } from '#shared/contract/tasks/task'
import type { TaskStatus } from '#shared/rules/task-status'
import { type Formatter, useFormat } from '../../platform/format'
import { Avatar } from '../../ui/avatar'
import { Badge, type BadgeTone } from '../../ui/badge'
import { useSpaces } from '../home/store'
import { useDirectory } from '../organisations/store'

export const statusTones: Record<TaskStatus, BadgeTone> = {
  todo: 'neutral',
  in_progress: 'accent',
  in_review: 'success',
  blocked: 'warn',
  done: 'success',
}

export function StatusBadge({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('tasks')
  return <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>
}

export type Member = OrganisationDetail['all_users'][number]

/** The people and roles of the workspace, loaded when first needed. */
export function usePeople() {
  const people = useDirectory(state => state.items)
  const roles = useDirectory(state => state.roles)
  useEffect(() => {
    if (useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [])
  return { people, roles }
}

/** Returns the names of people by their ids: `former` for those who left the workspace, a dash while people are not known. */
export function useNames(former: string): (user_id: unknown) => string {
  const { people } = usePeople()
  const isKnown = useDirectory(state => state.status === 'ready')
  return user_id => people.find(person => person.user_id === user_id)?.user_displayname ?? (isKnown ? former : '–')
}

/** The spaces that the person sees, loaded when first needed. */
export function useSpacesOf() {
  const spaces = useSpaces(state => state.items)
  useEffect(() => {
    if (useSpaces.getState().status === 'idle') void useSpaces.getState().load()
  }, [])
  return spaces
}

/** People who may be given a task of a space: all of the workspace if it is open. */
export function useAssignable(branch_id: number): Member[] {
  const { people } = usePeople()
  const space = useSpacesOf().find(branch => branch.id === branch_id)
  if (!space || space.is_open_branch) return people
  const inside = new Set(space.users.map(({ user_id }) => user_id))
  return people.filter(person => person.org_role !== 'member' || inside.has(person.user_id))
}

/** Who can be mentioned beside a task: whoever may be given it, has it or reported it, and `also`. */
export function useMentionable(
  { branch_id, assignees, reporter }: Pick<Task, 'branch_id' | 'assignees' | 'reporter'>,
  also: readonly number[] = [],
): Member[] {
  const { people } = usePeople()
  const inSpace = useAssignable(branch_id)
  const assignable = new Set(inSpace.map(({ user_id }) => user_id))
  const extra = people.filter(
    ({ user_id }) =>
      !assignable.has(user_id) && (assignees.includes(user_id) || reporter === user_id || also.includes(user_id)),
  )
  return [...inSpace, ...extra]
}

interface FacesProps {
  ids: readonly number[]
  size?: number
  /** The names are written beside the pictures. */
  isDecorative?: boolean
}

/** The pictures of the people of a task, with their names. */
export function Faces({ ids, size = 20, isDecorative = false }: FacesProps) {
  const { people } = usePeople()
  const shown = ids.flatMap(id => people.find(person => person.user_id === id) ?? [])
  // Their room is kept until the people are known.
  const awaited = people.length === 0 ? ids.slice(0, 3) : []
  return (
    <span className="flex shrink-0 -space-x-1">
      {awaited.map(id => (
        <span key={id} style={{ width: size, height: size }} />
      ))}
      {shown.slice(0, 3).map(person => (
        <Avatar
          key={person.user_id}
          id={String(person.user_id)}
          name={person.user_displayname}
          src={person.user_image}
          size={size}
          decorative={isDecorative}
        />
      ))}
    </span>
  )
}

/** Whether the deadline of an open task has passed. */
export const isLate = ({ deadline, status }: Pick<TaskCard, 'deadline' | 'status'>, now = Date.now()): boolean =>
  deadline !== null && status !== 'done' && Date.parse(deadline) < now

/** A deadline in a few words: the time today, otherwise the day. */
export function dueText(format: Formatter, deadline: string): string {
  const ago = format.daysAgo(deadline)
  if (ago === 0) return format.time(deadline)
  return ago === 1 ? format.day(deadline) : format.shortDay(deadline)
}

export function useMinutesText() {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  return (minutes: number): string => {
    if (minutes < 60) return t('minutes', { count: minutes })
    const hours = t('hours', { count: Math.floor(minutes / 60) })
    return minutes % 60 === 0
      ? hours
      : `${hours} ${t('minutes', { count: minutes % 60 })}`.replace(/\d+/g, number => format.number(Number(number)))
  }
}
