import { Archive, ArchiveRestore, CalendarDays, Check, UserPlus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { Popover } from '../../../ui/popover'
import { useAssigneeEntries } from '../assignee-entries'
import { DateForm } from '../date-form'
import { useSelection } from '../store'
import { useChangeSelected } from '../use-task-actions'

interface Props {
  /** Everything that can be selected. */
  tasks: readonly TaskCard[]
  isArchive: boolean
}

/** What can be done with the selected tasks at once [4.15]. */
export function BulkBar({ tasks, isArchive }: Props) {
  const { t } = useTranslation('tasks')
  const ids = useSelection(state => state.ids)
  const change = useChangeSelected()
  const selected = tasks.filter(task => ids.includes(task.id))
  const isAny = selected.length > 0
  const clear = () => useSelection.getState().clear()
  useShortcut({ keys: 'escape', label: t('key.clear'), group: t('title'), isOn: isAny }, clear)
  // Several spaces have different people; the server refuses who cannot see one of them.
  const entries = useAssigneeEntries({
    branch_id: selected[0]?.branch_id ?? 0,
    assignees: selected[0]?.assignees.filter(id => selected.every(task => task.assignees.includes(id))) ?? [],
    onSet: assignees => void change(selected, { assignees }),
  })
  if (!isAny) return null
  const isAll = selected.length === tasks.length
  const selectAll = () => useSelection.getState().set(tasks.map(task => task.id))
  return (
    <section
      aria-label={t('selection')}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-5 py-2 max-md:px-4"
    >
      <Checkbox
        label={t('selectAllShown')}
        hideLabel
        checked={isAll}
        indeterminate={!isAll}
        onChange={() => (isAll ? clear() : selectAll())}
      />
      <b aria-live="polite" className="mr-2 text-sm font-semibold tabular-nums">
        {t('selected', { count: selected.length })}
      </b>
      <Button
        size="sm"
        icon={Check}
        needsServer
        onClick={() =>
          void change(
            selected.filter(task => task.status !== 'done'),
            { status: 'done' },
          )
        }
      >
        {t('markDone')}
      </Button>
      <Menu label={t('reassign')} entries={entries}>
        {trigger => (
          <Button {...trigger} size="sm" icon={UserPlus}>
            {t('reassign')}
          </Button>
        )}
      </Menu>
      <Popover
        label={t('changeDate')}
        content={close => (
          <DateForm
            value={null}
            onSet={deadline => {
              close()
              void change(selected, { deadline })
            }}
          />
        )}
      >
        {trigger => (
          <Button {...trigger} size="sm" icon={CalendarDays}>
            {t('changeDate')}
          </Button>
        )}
      </Popover>
      <Button
        size="sm"
        icon={isArchive ? ArchiveRestore : Archive}
        needsServer
        onClick={() => void change(selected, { archived: !isArchive })}
      >
        {t(isArchive ? 'unarchive' : 'archive')}
      </Button>
      <span className="ml-auto flex items-center gap-1">
        {!isAll && (
          <Button size="sm" variant="quiet" onClick={selectAll}>
            {t('selectAll', { count: tasks.length })}
          </Button>
        )}
        <IconButton icon={X} label={t('key.clear')} onClick={clear} />
      </span>
    </section>
  )
}
