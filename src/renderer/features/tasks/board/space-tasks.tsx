import { Archive, ListChecks, Plus, Search, SearchX, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TaskGroup, TaskGrouping } from '#shared/contract/tasks/endpoints'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { LoadFailed } from '../../../ui/load-failed'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { Segmented } from '../../../ui/segmented'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { QuickAdd } from '../add/quick-add'
import { WaitingTasks } from '../add/waiting-tasks'
import { type Fields, statuses } from '../cards'
import { TaskDrawer } from '../drawer/task-drawer'
import { usePeople } from '../parts'
import { type BoardOf, useBoards, useTaskView } from '../store'
import { useFilter } from '../use-filter'
import { useOpenTask } from '../use-open-task'
import { useChangeTasks } from '../use-task-actions'
import { ViewsMenu } from '../views/views-menu'
import { Board, type Lane } from './board'

const isColumnOfPerson = (id: string) => (id === 'none' ? null : Number(id))

/** The tasks of a space on a board [D4], by role unless the person chose otherwise [9.1a]. */
export function TasksOfSpace({ branch_id }: { branch_id: number }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const group_by = useTaskView(state => state.selected_filter)
  const { query, isArchive, filter } = useFilter()
  const of: BoardOf = { branch_id, group_by, query: query.trim().slice(0, 100), is_archive: isArchive }
  const list = useBoard(of)
  const { task_id, marked, open } = useOpenTask()
  const entries: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('shown'),
      options: [
        { label: t('shownOpen'), checked: !isArchive, onSelect: () => filter({ isArchive: false }) },
        { label: t('shownArchive'), checked: isArchive, onSelect: () => filter({ isArchive: true }) },
      ],
    },
  ]
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-2 px-5 pt-3.5 max-md:px-4">
          <Segmented
            label={t('groupBy')}
            value={group_by}
            options={TaskGrouping.options.map(value => ({ value, label: t(`by.${value}`) }))}
            onChange={value => useTaskView.getState().group(value)}
          />
          <TextField
            type="search"
            label={t('filterTasks')}
            hideLabel
            placeholder={t('filterTasks')}
            icon={Search}
            quiet
            value={query}
            onChange={event => filter({ query: event.target.value })}
            className="w-[220px] max-md:min-w-40 max-md:flex-1"
          />
          <ViewsMenu
            branch_id={branch_id}
            settings={{ layout: 'board', group_by, query: of.query, is_archive: isArchive }}
            onApply={view => {
              useTaskView.getState().group(view.group_by)
              filter({ query: view.query, isArchive: view.is_archive })
            }}
          />
          <Menu label={t('shown')} entries={entries}>
            {trigger => <IconButton {...trigger} icon={SlidersHorizontal} label={t('shown')} pressed={isArchive} />}
          </Menu>
          <MenuActions entries={entries} group={t('title')} />
          {isArchive && <p className="ml-auto text-sm text-muted max-md:hidden">{t('shownArchive')}</p>}
          {list?.status === 'ready' && !isArchive && (
            <p className="ml-auto text-sm text-muted tabular-nums max-md:hidden">
              {[
                t('openCount', { count: list.open_count }),
                list.done_today > 0 && t('doneCount', { count: list.done_today }),
              ]
                .filter(Boolean)
                .join(', ')
                .replace(/\d+/g, number => format.number(Number(number)))}
            </p>
          )}
        </div>
        <WaitingTasks branch_id={branch_id} />
        <BoardOrState of={of} list={list} openTask={marked} onOpen={open} onClear={() => filter({ query: '' })} />
      </div>
      <TaskDrawer task_id={task_id} onClose={() => open(null)} />
    </div>
  )
}

type BoardList = ReturnType<typeof useBoards.getState>['lists'][string]

/** Loads a board once and returns it; undefined before. */
function useBoard(of: BoardOf): BoardList | undefined {
  const name = JSON.stringify([of.branch_id, of.group_by, of.query, of.is_archive])
  const list = useBoards(state => state.lists[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for all of it.
  useEffect(() => void useBoards.getState().load(of), [name])
  return list
}

interface BoardProps {
  of: BoardOf
  list: BoardList | undefined
  openTask: number | null
  onOpen: (task_id: number) => void
  onClear: () => void
}

function BoardOrState({ of, list, openTask, onOpen, onClear }: BoardProps) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const [isAdding, setAdding] = useState<Fields | null>(null)
  const { lanes, columns, move } = useLanes(of, list?.items ?? [])
  useShortcut({ keys: 'c', label: t('newTask'), group: t('task'), isOn: !of.is_archive }, () => setAdding({}))
  const dialog = isAdding && <QuickAdd branch_id={of.branch_id} fields={isAdding} onClose={() => setAdding(null)} />
  if (!list || (list.items.length === 0 && list.status === 'loading')) return <SkeletonRows label={t('loading')} />
  if (list.items.length === 0 && list.status === 'failed')
    return (
      <LoadFailed
        title={t('failed')}
        text={list.failure && errorText(list.failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useBoards.getState().load(of)}
      />
    )
  if (list.items.every(group => group.count === 0) && of.query !== '')
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('nothingFound')}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('clearFilter')}
          </Button>
        }
      />
    )
  if (list.items.every(group => group.count === 0) && of.is_archive)
    return <StateBlock tone="neutral" icon={Archive} title={t('emptyArchive.title')} text={t('emptyArchive.text')} />
  if (list.items.length === 0)
    return (
      <>
        <StateBlock
          icon={ListChecks}
          title={t('noTasks.title')}
          text={t('noTasks.text')}
          actions={
            <Button size="sm" icon={Plus} onClick={() => setAdding({})}>
              {t('addHere')}
            </Button>
          }
        />
        {dialog}
      </>
    )
  return (
    <>
      <Board
        label={t('boardOf')}
        lanes={lanes}
        columns={columns}
        openTask={openTask}
        isStatusShown={of.group_by !== 'statuswise'}
        onOpen={onOpen}
        onMove={move}
        footer={lane =>
          lane.id !== 'done' &&
          !of.is_archive && (
            <Button
              size="sm"
              variant="quiet"
              icon={Plus}
              className="justify-start"
              onClick={() => setAdding(fieldsFor(of, lane.id))}
            >
              {t('addHere')}
            </Button>
          )
        }
      />
      {dialog}
    </>
  )
}

/** The fields that a task has because it is in a column. */
function fieldsFor({ group_by }: BoardOf, column: string): Fields {
  if (group_by === 'statuswise') return { status: column as NonNullable<Fields['status']> }
  const id = isColumnOfPerson(column)
  if (group_by === 'rolewise') return { role_id: id }
  return { assignees: id === null ? [] : [id] }
}

/**
 * The columns of a board: those with tasks, and for statuses all; a card can also be moved to the others. A task without a
 * role has that of its first person, so that none can be moved to no role.
 */
function useLanes(of: BoardOf, groups: readonly TaskGroup[]) {
  const { t } = useTranslation('tasks')
  const { people, roles } = usePeople()
  const change = useChangeTasks()
  const { group_by } = of
  const nameOf = (id: string, name: string) => {
    if (group_by === 'statuswise') return t(`status.${id as NonNullable<Fields['status']>}`)
    return id === 'none' ? t(`none.${group_by}`) : name
  }
  const ids = group_by === 'statuswise' ? statuses : groups.map(group => group.group)
  const lanes = ids.map((id): Lane => {
    const group = groups.find(candidate => candidate.group === id)
    const cursor = group?.next_cursor
    return {
      id,
      name: nameOf(id, group?.name ?? ''),
      tasks: group?.tasks ?? [],
      count: group?.count ?? 0,
      onMore: cursor ? () => void useBoards.getState().more(of, id, cursor) : null,
    }
  })
  const all =
    group_by === 'statuswise'
      ? statuses.map(id => ({ id: id as string, name: nameOf(id, '') }))
      : [
          ...(group_by === 'rolewise'
            ? roles.map(role => ({ id: String(role.role_id), name: role.role_name }))
            : [
                ...people.map(person => ({ id: String(person.user_id), name: person.user_displayname })),
                { id: 'none', name: nameOf('none', '') },
              ]),
        ]
  const move = (card: TaskCard, from: string, to: string) => void change([card], movedFields(of, card, from, to))
  return { lanes, columns: all, move }
}

/** What moving a card from one column to another changes. Of several people, only the one it came from is replaced. */
function movedFields(of: BoardOf, card: TaskCard, from: string, to: string): Fields {
  if (of.group_by !== 'userwise') return fieldsFor(of, to)
  const [left, joined] = [isColumnOfPerson(from), isColumnOfPerson(to)]
  const others = card.assignees.filter(id => id !== left && id !== joined)
  return { assignees: joined === null ? others : [joined, ...others] }
}
