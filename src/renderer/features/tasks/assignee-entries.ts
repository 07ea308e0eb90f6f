import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session'
import type { MenuEntry } from '../../ui/menu'
import { useCan } from '../organisations/store'
import { useAssignable } from './parts'

interface Props {
  branch_id: number
  /** Who has the task, or all of the tasks. */
  assignees: readonly number[]
  onSet: (assignees: number[]) => void
}

/** A menu of the people who can be given a task. Who may not assign tasks sees others, but can only choose themselves. */
export function useAssigneeEntries({ branch_id, assignees, onSet }: Props): MenuEntry[] {
  const { t } = useTranslation('tasks')
  const people = useAssignable(branch_id)
  const canAssign = useCan('tasks.assign')
  const me = useSession(state => state.userId)
  return [
    {
      kind: 'toggles',
      label: t('assigned'),
      options: people.map(({ user_id, user_displayname }) => ({
        label: user_displayname,
        checked: assignees.includes(user_id),
        disabled: !canAssign && user_id !== me,
        needsServer: true,
        onToggle: () =>
          onSet(assignees.includes(user_id) ? assignees.filter(other => other !== user_id) : [...assignees, user_id]),
      })),
    },
  ]
}
