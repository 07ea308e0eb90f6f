import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuickTask } from '#shared/rules/quick-task'
import { TextField } from '../../../ui/field'
import { Select } from '../../../ui/select'
import type { SchedulePlace } from '../../home/slots'
import { useCan } from '../../organisations/store'
import type { Fields } from '../cards'
import type { Member } from '../parts'

/** Minutes that a task takes which is added to a schedule without saying how long: it has no place there without any. */
const usualMinutes = 30

export const withDuration = (task: QuickTask): QuickTask => ({
  ...task,
  estimate_minutes: task.estimate_minutes ?? usualMinutes,
})

interface Planned {
  view: ReactNode
  fieldsNow: () => Fields
}

/**
 * Who does a task that is added to a schedule, and when: at a fixed time, or without one when the planner finds time, not
 * before the chosen day. `named` are people that the line of the task names, who count instead of the chosen one.
 */
export function usePlanned(
  place: SchedulePlace | undefined,
  people: readonly Member[],
  named: readonly number[],
): Planned {
  const { t } = useTranslation('tasks')
  const mayAssign = useCan('tasks.assign')
  const [chosen, setChosen] = useState(place?.user_id ?? null)
  const [day, setDay] = useState(place?.day ?? '')
  const [time, setTime] = useState('')
  if (!place) return { view: null, fieldsNow: () => ({}) }
  const { instantOf } = place
  const user_id = named[0] ?? chosen ?? place.user_id

  function fieldsNow(): Fields {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const begins = day === '' ? null : instantOf(user_id, day, hours * 60 + minutes)
    if (time !== '') return { assignees: [user_id], fixed_start_time: begins }
    // Today has begun already, so nothing needs to wait for it.
    const isAhead = begins !== null && Date.parse(begins) > Date.now()
    return { assignees: [user_id], start_after_time: isAhead ? begins : null }
  }
  const view = (
    <>
      {mayAssign && (
        <Select
          label={t('assigned')}
          options={people.map(person => ({ value: String(person.user_id), label: person.user_displayname }))}
          value={String(user_id)}
          disabled={named.length > 0}
          onChange={value => setChosen(Number(value))}
        />
      )}
      <span className="grid grid-cols-2 gap-3">
        <TextField
          label={t('quick.day')}
          type="date"
          required
          value={day}
          onChange={event => setDay(event.target.value)}
        />
        <TextField
          label={t('quick.time')}
          hint={t('quick.timeHint')}
          type="time"
          value={time}
          onChange={event => setTime(event.target.value)}
        />
      </span>
    </>
  )
  return { view, fieldsNow }
}
