import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { instantOf, minuteOf } from '../../platform/day-bounds'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'

const earliest = '2000-01-01T00:00'

interface Props {
  at: string | null
  onSet: (at: string) => void
}

/** Asks for date and time in the person's zone. */
export function HappenedForm({ at, onSet }: Props) {
  const { t } = useTranslation('logs')
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const now = new Date().toISOString()
  const [minute, setMinute] = useState(() => minuteOf(at ?? now, zone))
  const [error, setError] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form is inside the form of the log, which must not be submitted.
    event.stopPropagation()
    const instant = instantOf(minute, zone)
    if (instant === null || minute < earliest) setError(t('happened.invalid'))
    else if (Date.parse(instant) > Date.parse(now)) setError(t('happened.future'))
    else onSet(instant)
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
