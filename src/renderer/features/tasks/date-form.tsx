import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayOf, zoneTime } from '#shared/rules/zone-time'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'

/** A day without a time ends then, in minutes after midnight. */
const endOfDay = 17 * 60

/** The minute that a clock of the zone shows, as a field for dates takes it. */
const minuteOf = (instant: number, zone: string) =>
  new Date(instant + zoneTime(zone).offset(instant)).toISOString().slice(0, 16)

function instantOf(minute: string, zone: string): string | null {
  const wall = Date.parse(`${minute}:00Z`)
  if (Number.isNaN(wall)) return null
  return new Date(zoneTime(zone).instantOf(0, wall / 60_000)).toISOString()
}

interface Props {
  value: string | null
  /** The hour at which a day without a time counts; its end if left out. */
  hour?: number
  onSet: (deadline: string | null) => void
}

/** Chooses a deadline: one of the next days at their end, another time, or none. */
export function DateForm({ value, hour, onSet }: Props) {
  const { t } = useTranslation('tasks')
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const clocks = zoneTime(zone)
  const today = clocks.dayOf(Date.now())
  const at = (ahead: number) => clocks.instantOf(today + ahead, hour === undefined ? endOfDay : hour * 60)
  const [minute, setMinute] = useState(() => minuteOf(value === null ? at(1) : Date.parse(value), zone))
  const quick = [
    ['today', 0],
    ['tomorrow', 1],
    ['nextWeek', 8 - weekdayOf(today)],
  ] as const
  function submit(event: FormEvent) {
    event.preventDefault()
    const instant = instantOf(minute, zone)
    if (instant !== null) onSet(instant)
  }
  return (
    <form noValidate onSubmit={submit} className="flex w-[260px] flex-col gap-3">
      <span className="flex flex-wrap gap-2">
        {quick.map(([name, ahead]) => (
          <Button key={name} size="sm" onClick={() => onSet(new Date(at(ahead)).toISOString())}>
            {t(`date.${name}`)}
          </Button>
        ))}
        <Button size="sm" variant="quiet" onClick={() => onSet(null)}>
          {t('noDate')}
        </Button>
      </span>
      <span className="flex items-end gap-2">
        <TextField
          type="datetime-local"
          label={t('date.other')}
          value={minute}
          onChange={event => setMinute(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" variant="primary">
          {t('setDate')}
        </Button>
      </span>
    </form>
  )
}
