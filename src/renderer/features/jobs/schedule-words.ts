import { useTranslation } from 'react-i18next'
import type { JobSchedule } from '#shared/contract/jobs/job'
import {
  describeSchedule,
  presentZoneName,
  type ScheduleTiming,
  type WeekdaySet,
} from '#shared/rules/describe-schedule'
import { useFormat } from '../../platform/format'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useWallFormat } from '../../platform/wall-format'
import { useDirectory } from '../organisations/store'

const isInRow = (days: readonly number[]) => days.length > 2 && days.every((day, at) => day === (days[0] ?? 0) + at)

/** Names a set of weekdays: "Mon to Sat", "weekdays". */
export function useWeekdayWords(): (set: WeekdaySet) => string {
  const { t } = useTranslation('jobs')
  const wall = useWallFormat()
  return set => {
    if (typeof set === 'string') return t(`words.days.${set}`)
    const first = wall.shortDay(set[0] ?? 1)
    if (isInRow(set)) return t('words.range', { from: first, to: wall.shortDay(set.at(-1) ?? 1) })
    return wall.list(set.map(wall.shortDay))
  }
}

/** Describes when a job runs: "Every 10 min, 9 AM to 6 PM, Mon to Sat" [D28]. */
export function useScheduleWords(): (schedule: JobSchedule) => string {
  const { t } = useTranslation('jobs')
  const wall = useWallFormat()
  const weekdayWords = useWeekdayWords()
  const { dayAndTime } = useFormat()
  const people = useDirectory(state => state.items)
  const ownZone = usePreferences(state => state.timeZone) ?? browserTimeZone()

  function timing(at: ScheduleTiming): string {
    const times = () => wall.list('times' in at ? at.times.map(wall.time) : [])
    switch (at.kind) {
      case 'once':
        return t('words.once', { when: dayAndTime(at.at) })
      case 'interval': {
        const { minutes } = at
        if (minutes % 1440 === 0) return t('words.everyDays', { count: minutes / 1440 })
        return minutes % 60 === 0
          ? t('words.everyHours', { count: minutes / 60 })
          : t('words.everyMinutes', { count: minutes })
      }
      case 'hourly':
        return t('words.hourly', { minute: String(at.minute).padStart(2, '0') })
      case 'daily':
        return t('words.daily', { times: times() })
      case 'weekly': {
        const [only, ...others] = typeof at.weekdays === 'string' ? [] : at.weekdays
        if (only !== undefined && others.length === 0)
          return t('words.weekdayly', { day: wall.longDay(only), times: times() })
        return t('words.weekly', { days: weekdayWords(at.weekdays), times: times() })
      }
      case 'monthly':
        return t('words.monthly', { day: at.day, times: times() })
      case 'cron':
        return t('words.cron', { expression: at.expression })
    }
  }

  return schedule => {
    const told = describeSchedule({ ...schedule, anchor: '', working_hours: null })
    const ranges = told.ranges.map(({ from, to }) => t('words.range', { from: wall.time(from), to: wall.time(to) }))
    const isElsewhere = told.timing.kind !== 'once' && told.zone !== presentZoneName(ownZone)
    const { connect_user_workhours: whose } = schedule
    const person = people.find(({ user_id }) => user_id === whose)?.user_displayname
    const hours = person === undefined ? t('words.somebodysHours') : t('words.workingHours', { name: person })
    const words = [
      timing(told.timing),
      ranges.length > 0 && wall.list(ranges),
      told.weekdays !== 'every-day' && weekdayWords(told.weekdays),
      whose !== null && told.timing.kind !== 'once' && hours,
      isElsewhere && told.zone.replaceAll('_', ' '),
    ]
    return words.filter(Boolean).join(', ')
  }
}
