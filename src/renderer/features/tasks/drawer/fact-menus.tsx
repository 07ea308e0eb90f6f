import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import { type Task, TaskPriority } from '#shared/contract/tasks/task'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { Popover } from '../../../ui/popover'
import type { PopupTrigger } from '../../../ui/use-popup'
import { useAssigneeEntries } from '../assignee-entries'
import type { Fields } from '../cards'
import { DateForm } from '../date-form'
import { useMinutesText, usePeople, useSpacesOf } from '../parts'
import { useChangeTasks } from '../use-task-actions'

interface Props {
  task: Task
  children: ReactNode
}

/** A fact that opens what changes it. */
function FactButton({ name, trigger, children }: { name: string; trigger: PopupTrigger; children: ReactNode }) {
  return (
    <button
      {...trigger}
      type="button"
      className="flex min-h-7 max-w-full min-w-0 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-surface-3 pointer-coarse:min-h-touch"
    >
      <span className="sr-only">{name}:</span> {children}
    </button>
  )
}

export function FactMenu({
  name,
  entries,
  children,
}: {
  name: string
  entries: readonly MenuEntry[]
  children: ReactNode
}) {
  return (
    <Menu label={name} entries={entries}>
      {trigger => (
        <FactButton name={name} trigger={trigger}>
          {children}
        </FactButton>
      )}
    </Menu>
  )
}

/** A choice of one value for a field. */
export function useChoice(task: Task) {
  const change = useChangeTasks()
  return (label: string, options: readonly { label: string; checked: boolean; fields: Fields }[]): MenuEntry => ({
    kind: 'choice',
    label,
    options: options.map(({ fields, ...option }) => ({
      ...option,
      needsServer: true,
      onSelect: () => void change([task], fields),
    })),
  })
}

export function AssigneesMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const { branch_id, assignees } = task
  const entries = useAssigneeEntries({
    branch_id,
    assignees,
    onSet: next => void change([task], { assignees: next }, true),
  })
  return (
    <FactMenu name={t('assigned')} entries={entries}>
      {children}
    </FactMenu>
  )
}

export function DueMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  return (
    <Popover
      label={t('changeDate')}
      content={close => (
        <DateForm
          value={task.deadline}
          onSet={deadline => {
            close()
            void change([task], { deadline })
          }}
        />
      )}
    >
      {trigger => (
        <FactButton name={t('column.due')} trigger={trigger}>
          {children}
        </FactButton>
      )}
    </Popover>
  )
}

interface TimeProps extends Props {
  name: string
  field: 'fixed_start_time' | 'start_after_time'
}

/** When work on a task begins, or may begin at the earliest [D15]. */
export function StartMenu({ task, name, field, children }: TimeProps) {
  const change = useChangeTasks()
  return (
    <Popover
      label={name}
      content={close => (
        <DateForm
          value={task[field]}
          hour={9}
          onSet={time => {
            close()
            void change([task], { [field]: time }, true)
          }}
        />
      )}
    >
      {trigger => (
        <FactButton name={name} trigger={trigger}>
          {children}
        </FactButton>
      )}
    </Popover>
  )
}

/** Lengths of work that are chosen most, in minutes. */
const lengths = [5, 10, 15, 20, 30, 45, 60, 90, 120, 240]

export function PlannedMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  return (
    <Popover
      label={t('planned')}
      content={close => (
        <LengthForm
          onSet={estimate_minutes => {
            close()
            void change([task], { estimate_minutes })
          }}
        />
      )}
    >
      {trigger => (
        <FactButton name={t('planned')} trigger={trigger}>
          {children}
        </FactButton>
      )}
    </Popover>
  )
}

function LengthForm({ onSet }: { onSet: (minutes: number | null) => void }) {
  const { t } = useTranslation('tasks')
  const minutes = useMinutesText()
  const [own, setOwn] = useState('')
  return (
    <form
      noValidate
      className="flex w-[260px] flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        const wanted = Math.round(Number(own))
        if (wanted >= 1 && wanted <= limits.estimateMinutes) onSet(wanted)
      }}
    >
      <span className="flex flex-wrap gap-2">
        {lengths.map(length => (
          <Button key={length} size="sm" onClick={() => onSet(length)}>
            {minutes(length)}
          </Button>
        ))}
        <Button size="sm" variant="quiet" onClick={() => onSet(null)}>
          {t('notPlanned')}
        </Button>
      </span>
      <span className="flex items-end gap-2">
        <TextField
          type="number"
          min={1}
          label={t('plannedMinutes')}
          value={own}
          onChange={event => setOwn(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" variant="primary">
          {t('save')}
        </Button>
      </span>
    </form>
  )
}

export function SpaceMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const choice = useChoice(task)
  const options = useSpacesOf().map(({ id, branch_name }) => ({
    label: branch_name,
    checked: id === task.branch_id,
    fields: { branch_id: id },
  }))
  return (
    <FactMenu name={t('space')} entries={[choice(t('space'), options)]}>
      {children}
    </FactMenu>
  )
}

export function RoleMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const choice = useChoice(task)
  const options = [
    { label: t('noRole'), checked: task.role_id === null, fields: { role_id: null } },
    ...usePeople().roles.map(({ role_id, role_name }) => ({
      label: role_name,
      checked: role_id === task.role_id,
      fields: { role_id },
    })),
  ]
  return (
    <FactMenu name={t('role')} entries={[choice(t('role'), options)]}>
      {children}
    </FactMenu>
  )
}

export function PriorityMenu({ task, children }: Props) {
  const { t } = useTranslation('tasks')
  const choice = useChoice(task)
  const options = TaskPriority.options.map(priority => ({
    label: t(`priority.${priority}`),
    checked: priority === task.priority,
    fields: { priority },
  }))
  return (
    <FactMenu name={t('urgency')} entries={[choice(t('urgency'), options)]}>
      {children}
    </FactMenu>
  )
}
