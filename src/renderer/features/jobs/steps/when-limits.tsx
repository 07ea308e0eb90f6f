import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { browserTimeZone } from '../../../platform/preferences'
import { TextField } from '../../../ui/field'
import { Select } from '../../../ui/select'
import { NumberField } from './number-field'
import type { StepProps } from './step'
import { endOfDay, wallTimeOf } from './wall-times'
import { WhoseHours } from './whose-hours'

const week = 7 * 86_400_000
const mostRuns = 1_000_000
type End = 'never' | 'date' | 'runs'

/** Whose working hours limit a job, when it ends, and in which time zone its times are. */
export function WhenLimits(props: StepProps) {
  const { fields, change, errorAt, editable } = props
  const { t } = useTranslation('jobs')
  const { timezone, instruction_one_time, instruction_valid_till, instruction_max_executions } = fields
  const end: End = instruction_valid_till !== null ? 'date' : instruction_max_executions !== null ? 'runs' : 'never'
  const date = (at: string) => wallTimeOf(at, timezone).slice(0, 10)

  function choose(next: End) {
    const nextWeek = endOfDay(date(new Date(Date.now() + week).toISOString()), timezone)
    change({
      instruction_valid_till: next === 'date' ? nextWeek : null,
      instruction_max_executions: next === 'runs' ? 10 : null,
    })
  }
  return (
    <div className="mt-2.5 flex flex-wrap items-start gap-3">
      {instruction_one_time === null && <WhoseHours {...props} />}
      {instruction_one_time === null && (
        <Select<End>
          label={t('when.ends')}
          className="w-36"
          disabled={!editable}
          options={(['never', 'date', 'runs'] as const).map(value => ({ value, label: t(`when.end.${value}`) }))}
          value={end}
          onChange={choose}
        />
      )}
      {instruction_one_time === null && instruction_valid_till !== null && (
        <TextField
          type="date"
          label={t('when.lastDay')}
          value={date(instruction_valid_till)}
          error={errorAt('instruction_valid_till')}
          onChange={event => {
            const until = endOfDay(event.target.value, timezone)
            if (until) change({ instruction_valid_till: until })
          }}
        />
      )}
      {instruction_one_time === null && instruction_max_executions !== null && (
        <NumberField
          label={t('when.runs')}
          className="w-24"
          min={1}
          max={mostRuns}
          value={instruction_max_executions}
          error={errorAt('instruction_max_executions')}
          onChange={next => change({ instruction_max_executions: next })}
        />
      )}
      <Zone
        value={timezone}
        disabled={!editable}
        error={errorAt('timezone')}
        onChange={next => change({ timezone: next })}
      />
    </div>
  )
}

interface ZoneProps {
  value: string
  disabled: boolean
  error: string | null
  onChange: (zone: string) => void
}

function Zone({ value, disabled, error, onChange }: ZoneProps) {
  const { t } = useTranslation('jobs')
  const options = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), value, browserTimeZone()])]
        .sort()
        .map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [value],
  )
  return (
    <Select
      className="w-52"
      label={t('when.zone')}
      disabled={disabled}
      error={error}
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}
