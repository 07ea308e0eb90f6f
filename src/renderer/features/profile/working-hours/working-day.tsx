import { ArrowRight, Coffee, Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WorkingHours } from '#shared/contract/schedule/endpoints'
import { useWallFormat } from '../../../platform/wall-format'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'

export type Shift = WorkingHours['days'][number]

type Span = Shift['breaks'][number]

const breaksAtMost = 8
const shiftsAtMost = 3

interface Props {
  weekday: number
  shifts: readonly Shift[]
  onChange: (shifts: Shift[]) => void
}

/** The shifts of one weekday, each with its breaks. */
export function WorkingDay({ weekday, shifts, onChange }: Props) {
  const { t } = useTranslation('profile')
  const day = useWallFormat().longDay(weekday)
  const put = (at: number, part: Partial<Shift>) =>
    onChange(shifts.map((shift, index) => (index === at ? { ...shift, ...part } : shift)))
  const add = () => onChange([...shifts, { weekday, from: '09:00', to: '17:00', breaks: [] }])

  return (
    <li className="grid grid-cols-[7rem_1fr_auto] gap-x-4 gap-y-2 py-2.5 max-md:grid-cols-[1fr_auto]">
      <h3 className="pt-1.5 text-sm font-medium">{day}</h3>
      <div className="flex min-w-0 flex-col gap-2 max-md:order-1 max-md:col-span-2 max-md:empty:hidden">
        {shifts.map((shift, at) => {
          const putBreak = (index: number, part: Partial<Span>) =>
            put(at, { breaks: shift.breaks.map((span, other) => (other === index ? { ...span, ...part } : span)) })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a shift is its place in the order.
            <div key={at} className="flex flex-col gap-1.5">
              <Times
                span={shift}
                labels={{
                  from: t('hours.from', { day, number: at + 1 }),
                  to: t('hours.to', { day, number: at + 1 }),
                  remove: t('hours.remove', { day, number: at + 1 }),
                }}
                onChange={part => put(at, part)}
                onRemove={() => onChange(shifts.filter((_, index) => index !== at))}
              />
              {shift.breaks.map((span, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so is a break.
                <div key={index} className="flex items-center gap-2 text-sm text-muted max-md:*:first:hidden">
                  <Coffee size={14} aria-hidden />
                  <Times
                    span={span}
                    labels={{
                      from: t('hours.breakFrom', { day, number: index + 1 }),
                      to: t('hours.breakTo', { day, number: index + 1 }),
                      remove: t('hours.removeBreak', { day, number: index + 1 }),
                    }}
                    onChange={part => putBreak(index, part)}
                    onRemove={() => put(at, { breaks: shift.breaks.filter((_, other) => other !== index) })}
                  />
                </div>
              ))}
              {shift.breaks.length < breaksAtMost && (
                <Button
                  size="sm"
                  variant="quiet"
                  icon={Coffee}
                  className="-ml-2.5 self-start"
                  aria-label={t('hours.addBreakTo', { day })}
                  onClick={() => put(at, { breaks: [...shift.breaks, { from: '12:00', to: '13:00' }] })}
                >
                  {t('hours.addBreak')}
                </Button>
              )}
            </div>
          )
        })}
        {shifts.length === 0 && <p className="pt-1.5 text-sm text-muted">{t('hours.off')}</p>}
      </div>
      {shifts.length < shiftsAtMost && (
        <Button size="sm" variant="quiet" icon={Plus} aria-label={t('hours.addTo', { day })} onClick={add}>
          {t('hours.add')}
        </Button>
      )}
    </li>
  )
}

interface TimesProps {
  span: Span
  labels: { from: string; to: string; remove: string }
  onChange: (part: Partial<Span>) => void
  onRemove: () => void
}

function Times({ span, labels, onChange, onRemove }: TimesProps) {
  return (
    <div className="flex max-w-full items-center gap-1.5">
      <TextField
        type="time"
        hideLabel
        className="max-md:w-32"
        label={labels.from}
        value={span.from}
        onChange={event => event.target.value && onChange({ from: event.target.value })}
      />
      <ArrowRight size={14} className="text-muted" aria-hidden />
      <TextField
        type="time"
        hideLabel
        className="max-md:w-32"
        label={labels.to}
        value={span.to}
        onChange={event => event.target.value && onChange({ to: event.target.value })}
      />
      <IconButton icon={X} size="sm" label={labels.remove} onClick={onRemove} />
    </div>
  )
}
