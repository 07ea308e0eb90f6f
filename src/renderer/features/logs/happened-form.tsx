import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Temporal } from 'temporal-polyfill'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'

const earliest = '2000-01-01T00:00'

/** Returns the minute that a clock in the zone shows, as `YYYY-MM-DDTHH:mm`. */
const minuteOf = (instant: Temporal.Instant, zone: string): string =>
  instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** Returns null for invalid input. A minute that a clock change skips becomes the one after it. */
function instantOf(minute: string, zone: string): Temporal.Instant | null {
  try {
    return Temporal.PlainDateTime.from(minute).toZonedDateTime(zone).toInstant()
  } catch {
    return null
  }
}

interface Props {
  at: string | null
  onSet: (at: string) => void
}

/** Asks for date and time in the person's zone. */
export function HappenedForm({ at, onSet }: Props) {
  const { t } = useTranslation('logs')
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now())
  const [minute, setMinute] = useState(() => minuteOf(at === null ? now : Temporal.Instant.from(at), zone))
  const [error, setError] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form is inside the form of the log, which must not be submitted.
    event.stopPropagation()
    const instant = instantOf(minute, zone)
    if (instant === null || minute < earliest) setError(t('happened.invalid'))
    else if (Temporal.Instant.compare(instant, now) > 0) setError(t('happened.future'))
    else onSet(new Date(instant.epochMilliseconds).toISOString())
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <TextField
        type="datetime-local"
        label={t('happened.label')}
        min={earliest}
        max={minuteOf(now, zone)}
        value={minute}
        error={error}
        onChange={event => setMinute(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {t('happened.use')}
      </Button>
    </form>
  )
}
