import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readWorkingHours, type WorkingHours } from '#shared/contract/schedule/endpoints'
import { type Span, workingSpans } from '#shared/rules/schedule-windows'
import { call } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { onEvent } from '../../platform/live'
import { useMinute } from '../../platform/use-minute'
import { useDirectory } from '../organisations/store'

/** The roles of a member, and when they work today, both in words; empty for nobody and while nothing is known. */
export function usePersonAtWork(user_id: number | null): string[] {
  const roles = useRolesOf(user_id)
  const work = useWorkToday(user_id)
  return [roles, work].filter(text => text !== '')
}

function useRolesOf(user_id: number | null): string {
  const person = useDirectory(state => state.items.find(item => item.user_id === user_id))
  const roles = useDirectory(state => state.roles)
  useEffect(() => {
    if (user_id !== null && useDirectory.getState().status === 'idle') void useDirectory.getState().load()
  }, [user_id])
  return roles
    .filter(role => person?.role_ids.includes(role.role_id))
    .map(role => role.role_name)
    .join(', ')
}

/** In the reader’s zone: until when the person works now, or when they will today. Empty once their day is over. */
function useWorkToday(user_id: number | null): string {
  const { t } = useTranslation('messages')
  const { time, daysAgo } = useFormat()
  const hours = useHoursOf(user_id)
  const now = useMinute()
  const shift = hours && shiftAt(hours, now)
  if (!shift) return ''
  const [from, to] = [time(shift.from), time(shift.to)]
  if (shift.from <= now) return t('works.until', { time: to })
  return daysAgo(shift.from) === 0 ? t('works.later', { from, to }) : ''
}

/** The working hours of a person, read again when they change; null if they cannot be read. */
function useHoursOf(user_id: number | null): WorkingHours | null {
  const [hours, setHours] = useState<WorkingHours | null>(null)
  useEffect(() => {
    if (user_id === null) return
    let isCurrent = true
    const load = async () => {
      const outcome = await call(readWorkingHours, { for_user_id: user_id })
      if (isCurrent && outcome.ok) setHours(outcome.data)
    }
    void load()
    const stop = onEvent('schedule.changed', event => {
      if (event.user_id === user_id) void load()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [user_id])
  return hours?.user_id === user_id ? hours : null
}

/** The shift that lasts at an instant, or the next one within two days. Breaks do not end it. */
function shiftAt(hours: WorkingHours, at: number): Span | undefined {
  const { zone, on } = workingSpans({ ...hours, days: hours.days.map(day => ({ ...day, breaks: [] })) })
  const today = zone.dayOf(at)
  // A shift of the day before may go over midnight, and the reader’s today may begin on the person’s next day.
  return [today - 1, today, today + 1].flatMap(on).find(({ to }) => to > at)
}
