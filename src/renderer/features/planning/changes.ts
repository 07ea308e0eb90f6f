import { ExternalLink, FoldVertical, MoveDown, MoveUp, Pin, PinOff, StretchVertical, UserRoundPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import type { Outcome } from '../../platform/api'
import type { MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useCan, useDirectory } from '../organisations/store'
import { type Column, snap } from './drag'
import { useSchedule } from './store'
import { instantAt, minutesOn, type Placed } from './wall'

/** What can be changed about a task from its place in the schedule. */
export function useChanges({ item, from }: Placed, date: string) {
  const { t } = useTranslation('planning')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const mayGive = useCan('tasks.assign')
  const task_id = item.task_id ?? 0
  async function report(outcome: Promise<Outcome<unknown>>): Promise<void> {
    const result = await outcome
    if (!result.ok) toast.failure(t('notChanged'), { text: errorText(result) })
  }
  const startAt = (minutes: number) =>
    report(useSchedule.getState().fix(task_id, instantAt(item.timezone, date, Math.max(0, minutes))))
  /** The task begins for a person on a day; if that is somebody else, they do it instead, which can be undone. */
  async function moveTo({ user_id, date }: Column, minutes: number): Promise<Outcome<unknown>> {
    const { items, give, change } = useSchedule.getState()
    const timezone = items.find(other => other.user_id === user_id)?.timezone ?? item.timezone
    const fixed_start_time = instantAt(timezone, date, Math.max(0, minutes))
    if (user_id === item.user_id) return change({ task_id, fixed_start_time })
    const outcome = await give(item, user_id, fixed_start_time)
    if (!outcome.ok) return outcome
    const name = useDirectory.getState().items.find(person => person.user_id === user_id)?.user_displayname ?? ''
    const undo = { label: t('undo'), onPress: () => void report(change({ task_id, ...outcome.data })) }
    toast.success(t('given', { title: item.title, name }), { action: undo })
    return outcome
  }
  async function dropAt(minutes: number, column: Column | null): Promise<void> {
    const target = column ?? { user_id: item.user_id, date }
    // Without the right, the task stays with its person.
    const user_id = mayGive ? target.user_id : item.user_id
    await report(moveTo({ ...target, user_id }, minutes))
  }
  const lastFor = (minutes: number) => report(useSchedule.getState().resize(task_id, Math.max(snap, minutes)))
  // A task in parts begins where its first part does.
  const begins = item.fixed_start_time === null ? from : minutesOn(date, item.fixed_start_time)
  const entries = (onMove: () => void): MenuEntry[] => [
    { label: t('open'), icon: ExternalLink, onSelect: () => void navigate(`/tasks/${task_id}`) },
    item.fixed_start_time === null
      ? { label: t('fix'), icon: Pin, needsServer: true, onSelect: () => void startAt(begins) }
      : {
          ...{ label: t('unfix'), icon: PinOff, needsServer: true },
          onSelect: () => void report(useSchedule.getState().fix(task_id, null)),
        },
    ...(mayGive ? [{ label: t('move.to'), icon: UserRoundPen, needsServer: true, onSelect: onMove }] : []),
    { label: t('earlier'), icon: MoveUp, needsServer: true, onSelect: () => void startAt(begins - snap) },
    { label: t('later'), icon: MoveDown, needsServer: true, onSelect: () => void startAt(begins + snap) },
    {
      ...{ label: t('longer'), icon: StretchVertical, needsServer: true },
      onSelect: () => void lastFor(item.total_duration + snap),
    },
    {
      ...{ label: t('shorter'), icon: FoldVertical, needsServer: true, disabled: item.total_duration <= snap },
      onSelect: () => void lastFor(item.total_duration - snap),
    },
  ]
  return { dropAt, moveTo, lastFor, entries }
}
