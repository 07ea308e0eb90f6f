import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useFormat } from '../../../platform/format'
import { useShortcut } from '../../../platform/shortcuts'
import { Badge } from '../../../ui/badge'
import { Checkbox } from '../../../ui/checkbox'
import { cx } from '../../../ui/cx'
import { dueText, isLate, StatusBadge, useMinutesText, useSpacesOf } from '../parts'
import { useSelection } from '../store'
import { type Section, sectionsOf } from './sections'

const GRID =
  'grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-3.5 px-5 max-md:px-4 md:grid-cols-[16px_minmax(0,1fr)_118px_92px_74px_108px]'

interface Props {
  tasks: readonly TaskCard[]
  /** Done today; null where they are not shown. */
  done: readonly TaskCard[] | null
  /** The task that is open, or was last. */
  openTask: number | null
  onOpen: (task_id: number | null) => void
  /** In one list instead of by when they are due. */
  isPlain: boolean
}

/** Tasks by when they are due. j and k move from the one that was open last, Enter opens, x and Shift x select [4.15]. */
export function TaskRows({ tasks, done, openTask, onOpen, isPlain }: Props) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const [isDoneOpen, setDoneOpen] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  const sections: (Omit<Section, 'name'> & { name: Section['name'] | null })[] = isPlain
    ? [{ name: null, tasks: [...tasks] }]
    : sectionsOf(tasks, format, Date.now())
  const shown = [...sections.flatMap(section => section.tasks), ...(isDoneOpen ? (done ?? []) : [])]
  useRowKeys(table, shown)

  return (
    <div ref={table}>
      <div aria-hidden className={cx(GRID, 'min-h-8 border-b border-line text-xs text-muted max-md:hidden')}>
        <span />
        <span>{t('column.task')}</span>
        <span>{t('column.space')}</span>
        <span>{t('column.due')}</span>
        <span>{t('column.planned')}</span>
        <span>{t('column.status')}</span>
      </div>
      {sections.map(({ name, tasks: some }) => (
        <section key={name} aria-label={name ? t(`section.${name}`) : t('list')}>
          {name && (
            <h2
              className={cx(
                'flex items-center gap-2 border-b border-line px-5 pt-4 pb-2 text-xs font-semibold max-md:px-4',
                name === 'late' && 'text-danger-ink',
              )}
            >
              {t(`section.${name}`)}
              <Badge tone={name === 'late' ? 'danger' : 'neutral'}>{some.length}</Badge>
            </h2>
          )}
          <TaskList tasks={some} order={shown} openTask={openTask} onOpen={onOpen} />
        </section>
      ))}
      {done && done.length > 0 && (
        <section aria-label={t('doneToday', { count: done.length })}>
          <button
            type="button"
            aria-expanded={isDoneOpen}
            onClick={() => setDoneOpen(!isDoneOpen)}
            className="flex min-h-11 w-full items-center gap-2 px-5 text-sm text-muted max-md:px-4"
          >
            {isDoneOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
            {t('doneToday', { count: done.length })}
          </button>
          {isDoneOpen && <TaskList tasks={done} order={shown} openTask={openTask} onOpen={onOpen} />}
        </section>
      )}
    </div>
  )
}

/** The row that has the focus. */
const focusedId = (): number | null => {
  const row = document.activeElement?.closest<HTMLElement>('[data-task-row]')
  return row ? Number(row.dataset.taskRow) : null
}

function useRowKeys(table: React.RefObject<HTMLDivElement | null>, shown: readonly TaskCard[]) {
  const { t } = useTranslation('tasks')
  const group = t('title')
  const move = (by: number) => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-task-row] [data-task-link]') ?? [])]
    const at = rows.findIndex(
      row => row.closest('[data-task-row]') === document.activeElement?.closest('[data-task-row]'),
    )
    if (at >= 0) rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus()
    else (rows.find(row => row.getAttribute('aria-current') === 'true') ?? rows[0])?.focus()
  }
  useShortcut({ keys: 'j', label: t('key.next'), group }, () => move(1))
  useShortcut({ keys: 'k', label: t('key.previous'), group }, () => move(-1))
  useShortcut({ keys: 'x', label: t('key.select'), group }, () => {
    const id = focusedId()
    if (id !== null) useSelection.getState().toggle(id)
  })
  useShortcut({ keys: 'shift+x', label: t('key.selectRange'), group }, () => {
    const id = focusedId()
    const order = shown.map(task => task.id)
    if (id !== null) useSelection.getState().extend(id, order)
  })
}

interface ListProps {
  tasks: readonly TaskCard[]
  order: readonly TaskCard[]
  openTask: number | null
  onOpen: (task_id: number | null) => void
}

function TaskList({ tasks, order, openTask, onOpen }: ListProps) {
  return (
    <ul>
      {tasks.map(task => (
        <li key={task.id}>
          <TaskRow task={task} order={order} isOpen={task.id === openTask} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function TaskRow({
  task,
  order,
  isOpen,
  onOpen,
}: Omit<ListProps, 'tasks' | 'openTask'> & { task: TaskCard; isOpen: boolean }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const minutes = useMinutesText()
  const isSelected = useSelection(state => state.ids.includes(task.id))
  const space = useSpacesOf().find(({ id }) => id === task.branch_id)?.branch_name
  const { title, deadline, estimate_minutes } = task
  const second = task.excerpt || task.labels.join(', ')
  return (
    <div
      data-task-row={task.id}
      className={cx(
        GRID,
        'relative min-h-11 border-b border-line py-1.5 text-sm',
        isOpen ? 'bg-accent-soft' : 'hover:bg-surface-2',
      )}
    >
      <Checkbox
        label={t('select', { title })}
        hideLabel
        checked={isSelected}
        className="z-1"
        onChange={() => useSelection.getState().toggle(task.id)}
        onClick={event => {
          if (!event.shiftKey) return
          event.preventDefault()
          useSelection.getState().extend(
            task.id,
            order.map(other => other.id),
          )
        }}
      />
      <button
        type="button"
        data-task-link
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(task.id)}
        className="min-w-0 text-left after:absolute after:inset-0"
      >
        <span className="block truncate font-medium">{title}</span>
        {second !== '' && <span className="block truncate text-xs text-muted">{second}</span>}
      </button>
      <span className="truncate text-muted max-md:hidden">{space}</span>
      <span
        className={cx(
          'truncate tabular-nums max-md:hidden',
          isLate(task) ? 'font-medium text-danger-ink' : 'text-muted',
        )}
      >
        {deadline && dueText(format, deadline)}
      </span>
      <span className="truncate text-muted tabular-nums max-md:hidden">
        {estimate_minutes && minutes(estimate_minutes)}
      </span>
      <span>
        <StatusBadge status={task.status} />
      </span>
    </div>
  )
}
