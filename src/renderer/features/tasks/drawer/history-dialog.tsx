import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { listTaskHistory } from '#shared/contract/tasks/endpoints'
import { TaskChange, TaskPriority } from '#shared/contract/tasks/task'
import { TaskStatus } from '#shared/rules/task-status'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { useCopiesShown } from '../../../platform/copies-shown'
import { useFormat } from '../../../platform/format'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { copied } from '../../../platform/list-copies'
import { onResync } from '../../../platform/live'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LoadFailed } from '../../../ui/load-failed'
import { SkeletonRows } from '../../../ui/skeleton'
import { taskCopy } from '../last-read'
import { useMinutesText, useNames, usePeople, useSpacesOf } from '../parts'

const historyCopy = (task_id: number): string => `${taskCopy(task_id)}.history`

/** The history of tasks, newest change first. */
const useHistory = createKeyedListSlice('tasks.history', {
  list: (task_id: number, page) => call(listTaskHistory, { task_id, ...page }),
  nameOf: task_id => task_id,
  key: change => change.id,
  copies: task_id => copied(historyCopy(task_id), TaskChange),
})

/** Who changed what of a task, and when [D13]. */
export function HistoryDialog({ task_id, onClose }: { task_id: number; onClose: () => void }) {
  const { t } = useTranslation(['tasks', 'app'])
  const errorText = useErrorText()
  const list = useHistory(state => state.lists[task_id])
  useEffect(() => {
    const load = () => void useHistory.getState().load(task_id)
    load()
    const stop = onResync(load)
    return () => {
      stop()
      // A history that is closed is no copy that is shown.
      useCopiesShown.getState().isFresh(historyCopy(task_id))
    }
  }, [task_id])
  const items = list?.items ?? []
  return (
    <Dialog open onClose={onClose} title={t('history.title')} closeLabel={t('app:action.close')}>
      {items.length === 0 && list?.status === 'failed' && (
        <LoadFailed
          title={t('history.failed')}
          text={list.failure && errorText(list.failure)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void useHistory.getState().load(task_id)}
        />
      )}
      {items.length === 0 && list?.status !== 'failed' && <SkeletonRows label={t('history.loading')} rows={4} />}
      <ol className="flex flex-col gap-3">
        {items.map(change => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ol>
      {list?.next !== null && items.length > 0 && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-2"
          loading={list?.more === 'loading'}
          onClick={() => void useHistory.getState().loadMore(task_id)}
        >
          {t('history.older')}
        </Button>
      )}
    </Dialog>
  )
}

function ChangeRow({ change }: { change: TaskChange }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const sayOf = useValueText()
  const { changed_by, changed_at, field } = change
  const name = changed_by?.user_displayname ?? t('history.nobody')
  const what = fieldNames.has(field) ? t(`history.field.${field as FieldName}`) : field
  const [from, to] = [sayOf(field, change.from), sayOf(field, change.to)]
  return (
    <li className="flex gap-2.5 text-sm">
      <Avatar decorative name={name} id={String(changed_by?.user_id ?? 0)} src={changed_by?.user_image} size={24} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{name}</span>
          <span className="text-xs text-muted tabular-nums">{format.dayAndTime(changed_at)}</span>
        </span>
        <span className="block wrap-anywhere">
          {field === 'created'
            ? t('history.created')
            : from !== null || to !== null
              ? t('history.changed', { what, from: from ?? t('history.none'), to: to ?? t('history.none') })
              : t('history.written', { what })}
        </span>
      </span>
    </li>
  )
}

const names = [
  ...(['title', 'description', 'status', 'priority', 'assignees', 'branch_id', 'role_id', 'labels'] as const),
  ...(['estimate_minutes', 'deadline', 'fixed_start_time', 'start_after_time', 'depends_on', 'parent_id'] as const),
  ...(['checklist', 'attachments', 'repeat', 'archived_at'] as const),
]
type FieldName = (typeof names)[number]
const fieldNames = new Set<string>(names)

/** Returns the words for a value of a field; null for values that are too large to be shown, and for none. */
function useValueText(): (field: string, value: unknown) => string | null {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const minutes = useMinutesText()
  const { roles } = usePeople()
  const nameOf = useNames(t('formerPerson'))
  const spaces = useSpacesOf()
  const listOf = (value: unknown, inWords: (item: unknown) => string) =>
    Array.isArray(value) && value.length > 0 ? value.map(inWords).join(', ') : null
  const parsed =
    <V extends string>(schema: z.ZodType<V>, textOf: (value: V) => string) =>
    (value: unknown) => {
      const { data } = schema.safeParse(value)
      return data === undefined ? null : textOf(data)
    }
  const time = parsed(z.string(), format.dayAndTime)
  const words: Partial<Record<FieldName, (value: unknown) => string | null>> = {
    title: String,
    status: parsed(TaskStatus, status => t(`status.${status}`)),
    priority: parsed(TaskPriority, priority => t(`priority.${priority}`)),
    assignees: value => listOf(value, nameOf),
    labels: value => listOf(value, String),
    branch_id: value => spaces.find(({ id }) => id === value)?.branch_name ?? null,
    role_id: value => roles.find(({ role_id }) => role_id === value)?.role_name ?? null,
    deadline: time,
    fixed_start_time: time,
    start_after_time: time,
    estimate_minutes: value => (typeof value === 'number' ? minutes(value) : null),
    parent_id: value => t('taskNumber', { id: value }),
    archived_at: () => t('history.yes'),
  }
  return (field, value) => (value === null || value === undefined ? null : (words[field as FieldName]?.(value) ?? null))
}
