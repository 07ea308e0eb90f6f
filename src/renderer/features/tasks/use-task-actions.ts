import { useTranslation } from 'react-i18next'
import type { TaskCard } from '#shared/contract/tasks/task'
import { useErrorText } from '../../i18n/texts'
import { toast } from '../../ui/toast'
import { type Fields, fieldsOf } from './cards'
import { useSelection, useTasks } from './store'

/** Whether a change can be taken back with the button of its toast, as all can that remove something. */
const isUndoable = (cards: readonly TaskCard[], fields: Fields) =>
  ['status', 'archived', 'assignees', 'deadline', 'branch_id', 'role_id'].some(name => name in fields) ||
  fields.parent_id === null ||
  cards.some(card => removesSome(card, fields))

const lists = ['labels', 'checklist', 'depends_on'] as const

function removesSome(card: TaskCard, fields: Fields): boolean {
  const before = fieldsOf(card, lists)
  return lists.some(name => {
    const [after, now] = [fields[name], before[name]]
    return after !== undefined && now !== undefined && after.length < now.length
  })
}

/**
 * Changes tasks with a toast: it says what the server refused, or offers to take the change back. Returns whether the
 * change was made.
 */
export function useChangeTasks() {
  const { t } = useTranslation('tasks')
  const errorText = useErrorText()
  return async function change(cards: readonly TaskCard[], fields: Fields, isQuiet = false): Promise<boolean> {
    if (cards.length === 0) return true
    const outcome = await useTasks.getState().change(cards, fields)
    if (!outcome.ok) {
      toast.failure(t('refused', { count: cards.length }), { text: errorText(outcome) })
      return false
    }
    if (isQuiet || !isUndoable(cards, fields)) return true
    toast.success(doneText(t, cards, fields), {
      key: 'tasks.changed',
      action: { label: t('undo'), onPress: () => void takeBack(cards, fields) },
    })
    return true
  }

  async function takeBack(cards: readonly TaskCard[], fields: Fields): Promise<void> {
    const names = Object.keys(fields) as (keyof Fields)[]
    // One call for all tasks that were alike.
    const alike = new Map<string, TaskCard[]>()
    for (const card of cards) {
      const was = JSON.stringify(fieldsOf(card, names))
      alike.set(was, [...(alike.get(was) ?? []), card])
    }
    for (const [was, those] of alike) {
      const outcome = await useTasks.getState().change(those, JSON.parse(was) as Fields)
      if (!outcome.ok) toast.failure(t('refused', { count: those.length }), { text: errorText(outcome) })
    }
  }
}

type Translate = ReturnType<typeof useTranslation<'tasks'>>['t']

function doneText(t: Translate, cards: readonly TaskCard[], fields: Fields): string {
  const count = cards.length
  if (fields.status) return t('told.status', { count, status: t(`status.${fields.status}`) })
  if (fields.archived !== undefined) return t(fields.archived ? 'told.archived' : 'told.restored', { count })
  return t('told.changed', { count })
}

/** Changes the selected tasks and ends the selection. */
export function useChangeSelected() {
  const change = useChangeTasks()
  return async (cards: readonly TaskCard[], fields: Fields) => {
    if (await change(cards, fields)) useSelection.getState().clear()
  }
}
