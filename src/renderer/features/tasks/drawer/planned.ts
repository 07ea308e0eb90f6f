import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getSchedule, type ScheduleItem } from '#shared/contract/planning/endpoints'
import type { Task } from '#shared/contract/tasks/task'
import { instantOfWall } from '#shared/rules/zone-time'
import { call } from '../../../platform/api'
import { useFormat } from '../../../platform/format'
import { onEvent } from '../../../platform/live'
import { useSession } from '../../../platform/session'
import { useMinutesText } from '../parts'

/** The time for which a task is planned, in words; what it takes if no time is found or known. */
export function usePlannedText(task: Task): string {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const minutes = useMinutesText()
  const parts = usePlannedParts(task)
  if (task.estimate_minutes === null) return t('notPlanned')
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return minutes(task.estimate_minutes)
  const [start, end] = [instantOfWall(first.timezone, first.start), instantOfWall(last.timezone, last.end)]
  const isOneDay = format.dayKey(start) === format.dayKey(end)
  const to = isOneDay ? format.time(end) : format.timeOrDay(end)
  const text = t('plannedFromTo', { from: format.timeOrDay(start), to })
  // The time between the parts is not the task's.
  return parts.length > 1 ? `${text}, ${minutes(task.estimate_minutes)}` : text
}

/** The parts of a task in the schedule of the person if they do it, otherwise of the first who does. */
function usePlannedParts({ id, status, assignees, estimate_minutes, updated_at }: Task): readonly ScheduleItem[] {
  const self = useSession(state => state.userId)
  const user_id = assignees.find(assignee => assignee === self) ?? assignees[0]
  const isPlanned = user_id !== undefined && estimate_minutes !== null && status !== 'done'
  const [parts, setParts] = useState<readonly ScheduleItem[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of the task it is planned anew.
  useEffect(() => {
    setParts([])
    if (!isPlanned) return
    let isCurrent = true
    const load = async () => {
      const outcome = await call(getSchedule, { for_user_id: user_id })
      if (isCurrent && outcome.ok) setParts(outcome.data.filter(item => item.task_id === id))
    }
    void load()
    const stop = onEvent('schedule.changed', event => {
      if (event.user_id === user_id) void load()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [id, user_id, isPlanned, updated_at])
  return parts
}
