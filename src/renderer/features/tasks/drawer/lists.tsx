import { Pencil, Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { task as limits } from '#shared/contract/tasks/limits'
import type { Task, TaskCard } from '#shared/contract/tasks/task'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { cardOf, useBoards, useMyTasks, useTasks } from '../store'
import { useChangeTasks } from '../use-task-actions'

/** The labels of a task: short texts that anybody may add. */
export function Labels({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const [text, setText] = useState<string | null>(null)
  const { labels } = task
  const add = async () => {
    const label = text?.trim() ?? ''
    if (label === '' || labels.includes(label) || (await change([task], { labels: [...labels, label] }))) setText(null)
  }
  return (
    <span className="flex flex-wrap items-center gap-1 px-1.5 py-0.5">
      {labels.map(label => (
        <span key={label} className="flex items-center rounded-full bg-surface-3 pl-2 text-xs">
          <span className="max-w-40 truncate">{label}</span>
          <IconButton
            icon={X}
            size="sm"
            label={t('removeLabel', { label })}
            onClick={() => void change([task], { labels: labels.filter(other => other !== label) })}
          />
        </span>
      ))}
      {text === null ? (
        labels.length < limits.labels && (
          <IconButton icon={Plus} size="sm" label={t('addLabel')} onClick={() => setText('')} />
        )
      ) : (
        <form
          onSubmit={event => {
            event.preventDefault()
            void add()
          }}
        >
          <TextField
            ref={element => element?.focus()}
            label={t('addLabel')}
            hideLabel
            value={text}
            maxLength={limits.labelLength}
            onChange={event => setText(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              setText(null)
            }}
            className="w-32"
          />
        </form>
      )}
    </span>
  )
}

/** How many tasks the menu offers to wait for. */
const offered = 12

/** Returns the titles of tasks: of those that are loaded, and what is not is loaded. */
function useTitles(ids: readonly number[]): (id: number) => string {
  const { t } = useTranslation('tasks')
  const opened = useTasks(state => state.opened)
  const unknown = ids.find(id => !cardOf(id) && !opened[id])
  useEffect(() => {
    if (unknown !== undefined) void useTasks.getState().read(unknown)
  }, [unknown])
  return id => cardOf(id)?.title ?? t('taskNumber', { id })
}

/** Loads the open tasks of the task's space. */
function loadOthers({ branch_id }: Task): void {
  void useBoards.getState().load({ branch_id, group_by: 'statuswise', query: '', is_archive: false })
}

/** Other open tasks of the same space, as far as they are loaded. */
function useOthers(task: Task): TaskCard[] {
  const boards = useBoards(state => state.lists)
  const mine = useMyTasks(state => state.items)
  const all = [...mine, ...Object.values(boards).flatMap(list => list.items.flatMap(group => group.tasks))]
  const loaded = new Map(all.map(card => [card.id, card]))
  return [...loaded.values()].filter(
    card => card.id !== task.id && card.branch_id === task.branch_id && card.status !== 'done',
  )
}

/** The tasks that have to be done before this one. */
export function Dependencies({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const { depends_on } = task
  const titleOf = useTitles(depends_on)
  const others = useOthers(task).filter(card => !depends_on.includes(card.id))
  return (
    <section>
      <h3 className="mb-1 text-xs font-semibold">{t('waitsFor')}</h3>
      <ul>
        {depends_on.map(id => {
          const title = titleOf(id)
          return (
            <li key={id} className="flex items-center gap-2 text-sm">
              <a href={`#/tasks/${id}`} className="min-w-0 flex-1 truncate">
                {title}
              </a>
              <IconButton
                icon={X}
                size="sm"
                label={t('removeDependency', { title })}
                onClick={() => void change([task], { depends_on: depends_on.filter(other => other !== id) })}
              />
            </li>
          )
        })}
      </ul>
      {depends_on.length < limits.dependencies && (
        <Menu
          label={t('addDependency')}
          onOpenChange={isOpen => isOpen && loadOthers(task)}
          entries={
            others.length === 0
              ? [{ label: t('noOthers'), disabled: true, onSelect: () => undefined }]
              : others.slice(0, offered).map(card => ({
                  label: card.title,
                  needsServer: true,
                  onSelect: () => void change([task], { depends_on: [...depends_on, card.id] }),
                }))
          }
        >
          {trigger => (
            <Button {...trigger} size="sm" variant="quiet" icon={Plus} className="-ml-2.5">
              {t('addDependency')}
            </Button>
          )}
        </Menu>
      )}
    </section>
  )
}

/** The task that this one is a part of. One with parts of its own cannot become a part [D13]. */
export function Parent({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const change = useChangeTasks()
  const { parent_id } = task
  const others = useOthers(task).filter(card => card.parent_id === null)
  const titleOf = useTitles(parent_id === null ? [] : [parent_id])
  return (
    <span className="flex min-w-0 items-center gap-1 px-1.5">
      {parent_id !== null && (
        <a href={`#/tasks/${parent_id}`} className="truncate">
          {titleOf(parent_id)}
        </a>
      )}
      <Menu
        label={t('parentOf')}
        onOpenChange={isOpen => isOpen && loadOthers(task)}
        entries={[
          ...(parent_id === null
            ? []
            : [
                {
                  label: t('noParent'),
                  needsServer: true,
                  onSelect: () => void change([task], { parent_id: null }),
                },
              ]),
          ...others.slice(0, offered).map(card => ({
            label: card.title,
            needsServer: true,
            onSelect: () => void change([task], { parent_id: card.id }, true),
          })),
        ]}
      >
        {trigger => (
          <IconButton {...trigger} icon={parent_id === null ? Plus : Pencil} size="sm" label={t('parentOf')} />
        )}
      </Menu>
    </span>
  )
}
