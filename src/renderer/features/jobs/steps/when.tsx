import { ArrowRight, CalendarClock, ChevronDown, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobFields } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { useWallFormat } from '../../../platform/wall-format'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { useWeekdayWords } from '../schedule-words'
import { NextTimes } from './next-times'
import { NumberField } from './number-field'
import { Step, StepError, type StepProps } from './step'
import { instantOf, wallTimeOf } from './wall-times'
import { WhenLimits } from './when-limits'

const hour = 3_600_000

/** When a job runs: once, or again and again at an interval or by a cron expression [D28]. */
export function When(props: StepProps) {
  const { t } = useTranslation('jobs')
  const { fields, change, errorAt } = props
  const isOnce = fields.instruction_one_time !== null
  const isCron = fields.instruction_schedule !== null

  const repeat = (part: Partial<JobFields>) =>
    change({ instruction_one_time: null, minute_interval: null, instruction_schedule: null, ...part })
  function choose(next: 'once' | 'repeat') {
    // The next full hour but one leaves time to finish the job.
    const later = new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString()
    if (next === 'once') repeat({ instruction_one_time: later })
    else repeat({ minute_interval: 10 })
  }
  return (
    <Step icon={CalendarClock} title={t('when.title')}>
      <div className="flex flex-wrap items-start gap-2">
        <Segmented<'once' | 'repeat'>
          label={t('when.title')}
          className="*:h-[30px]"
          options={[
            { value: 'once', label: t('when.once') },
            { value: 'repeat', label: t('when.repeat') },
          ]}
          value={isOnce ? 'once' : 'repeat'}
          onChange={choose}
        />
        {isOnce && <OnceField {...props} />}
        {!isOnce && !isCron && <Interval {...props} />}
        {isCron && (
          <TextField
            hideLabel
            label={t('when.cron')}
            hint={t('when.cronHint')}
            className="max-w-80 flex-1 font-mono"
            value={fields.instruction_schedule ?? ''}
            placeholder="0 9 * * 1-5"
            maxLength={120}
            spellCheck={false}
            error={errorAt('instruction_schedule')}
            onChange={event => change({ instruction_schedule: event.target.value })}
          />
        )}
        {!isOnce && <Weekdays {...props} />}
      </div>
      {!isOnce && (
        <Ranges {...props}>
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              repeat(
                isCron ? { minute_interval: 10 } : { instruction_schedule: '0 9 * * 1-5', allowed_time_ranges: [] },
              )
            }
          >
            {t(isCron ? 'when.simple' : 'when.advanced')}
          </Button>
        </Ranges>
      )}
      <StepError>{errorAt('schedule', 'minute_interval', 'allowed_time_ranges', 'allowed_weekdays')}</StepError>
      <WhenLimits {...props} />
      <NextTimes {...props} />
    </Step>
  )
}

function OnceField({ fields, change, errorAt }: StepProps) {
  const { t } = useTranslation('jobs')
  const { timezone, instruction_one_time } = fields
  return (
    <TextField
      type="datetime-local"
      hideLabel
      label={t('when.at')}
      value={instruction_one_time ? wallTimeOf(instruction_one_time, timezone) : ''}
      error={errorAt('instruction_one_time')}
      onChange={event => {
        const at = instantOf(event.target.value, timezone)
        if (at) change({ instruction_one_time: at })
      }}
    />
  )
}

const units = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof units
const mostMinutes = 525_600
const largest = (minutes: number): Unit => (minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes')

function Interval({ fields, change, editable }: StepProps) {
  const { t } = useTranslation('jobs')
  const minutes = fields.minute_interval ?? 10
  // The unit stays while the number is typed, although 60 minutes are an hour.
  const [chosen, setChosen] = useState<Unit>(() => largest(minutes))
  const unit = minutes % units[chosen] === 0 ? chosen : largest(minutes)
  const count = minutes / units[unit]
  return (
    <div className="flex items-center gap-2 text-sm">
      <span aria-hidden>{t('when.every')}</span>
      <NumberField
        hideLabel
        className="w-20"
        label={t('when.everyCount')}
        value={count}
        min={1}
        max={Math.floor(mostMinutes / units[unit])}
        onChange={next => change({ minute_interval: next * units[unit] })}
      />
      <Select<Unit>
        hideLabel
        className="w-28"
        label={t('when.unit')}
        disabled={!editable}
        options={(Object.keys(units) as Unit[]).map(value => ({ value, label: t(`when.${value}`) }))}
        value={unit}
        onChange={next => {
          setChosen(next)
          change({ minute_interval: Math.min(count * units[next], mostMinutes) })
        }}
      />
    </div>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

function Weekdays({ fields, change }: StepProps) {
  const { t } = useTranslation('jobs')
  const wall = useWallFormat()
  const words = useWeekdayWords()
  const chosen = fields.allowed_weekdays ?? weekdays
  const name = chosen.length === 7 ? t('when.everyDay') : words([...chosen].sort((a, b) => a - b))
  function toggle(day: number) {
    const next = chosen.includes(day) ? chosen.filter(other => other !== day) : [...chosen, day].sort((a, b) => a - b)
    change({ allowed_weekdays: next.length === 7 ? null : next })
  }
  return (
    <Menu
      label={t('when.weekdays')}
      entries={[
        {
          kind: 'toggles',
          label: t('when.weekdays'),
          options: weekdays.map(day => ({
            label: wall.longDay(day),
            checked: chosen.includes(day),
            // A job without a day would never run.
            disabled: chosen.length === 1 && chosen.includes(day),
            onToggle: () => toggle(day),
          })),
        },
      ]}
    >
      {trigger => (
        <Button {...trigger} trailingIcon={ChevronDown} aria-label={`${t('when.weekdays')}: ${name}`}>
          {name}
        </Button>
      )}
    </Menu>
  )
}

/** The parts of the day in which a job runs; without any, it runs the whole day. */
function Ranges({ fields, change, editable, children }: StepProps & { children: ReactNode }) {
  const { t } = useTranslation('jobs')
  const ranges = fields.allowed_time_ranges
  const put = (at: number, part: Partial<(typeof ranges)[number]>) =>
    change({ allowed_time_ranges: ranges.map((range, index) => (index === at ? { ...range, ...part } : range)) })
  return (
    <ul aria-label={t('when.hoursOfDay')} className="mt-2 flex flex-wrap items-center gap-2">
      {ranges.length === 0 && <li className="text-sm text-muted">{t('when.wholeDay')}</li>}
      {ranges.map(({ from_time, to_time }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place in the order.
        <li key={at} className="flex max-w-full items-center gap-1.5">
          <TextField
            type="time"
            hideLabel
            className="max-md:w-32"
            label={t('when.from', { number: at + 1 })}
            value={from_time}
            onChange={event => event.target.value && put(at, { from_time: event.target.value })}
          />
          <ArrowRight size={14} className="text-muted" aria-hidden />
          <TextField
            type="time"
            hideLabel
            className="max-md:w-32"
            label={t('when.to', { number: at + 1 })}
            value={to_time}
            onChange={event => event.target.value && put(at, { to_time: event.target.value })}
          />
          {editable && (
            <IconButton
              icon={X}
              size="sm"
              label={t('when.removeHours', { number: at + 1 })}
              onClick={() => change({ allowed_time_ranges: ranges.filter((_, index) => index !== at) })}
            />
          )}
        </li>
      ))}
      {editable && ranges.length < limits.ranges && (
        <li>
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            onClick={() => change({ allowed_time_ranges: [...ranges, { from_time: '09:00', to_time: '18:00' }] })}
          >
            {t('when.addHours')}
          </Button>
        </li>
      )}
      {editable && <li>{children}</li>}
    </ul>
  )
}
