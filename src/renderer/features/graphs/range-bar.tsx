import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { Popover } from '../../ui/popover'
import { Segmented } from '../../ui/segmented'
import { lastDays, lengthOf, shifted } from './range'

interface Days {
  first: string
  last: string
}

interface Props {
  /** The visible calendar days. */
  days: Days
  /** The same in words. */
  name: string
  today: string
  onChange: (days: Days) => void
}

/** Chooses the time of a graph: a period up to today, the one before or after, or from a day to a day. */
export function RangeBar({ days, name, today, onChange }: Props) {
  const { t } = useTranslation('graphs')
  const length = lengthOf(days)
  const earlier = () => onChange(shifted(days, -1))
  const later = () => onChange(shifted(days, 1))
  useShortcut({ keys: '[', label: t('range.before'), group: t('open') }, earlier)
  useShortcut({ keys: ']', label: t('range.after'), group: t('open'), isOn: days.last < today }, later)
  const isRecent = days.last === today && [1, 7, 30].includes(length)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Segmented
        label={t('range.label')}
        options={[
          { value: '1', label: t('range.today') },
          { value: '7', label: t('range.week') },
          { value: '30', label: t('range.month') },
        ]}
        value={isRecent ? String(length) : ''}
        onChange={count => onChange(lastDays(Number(count), today))}
      />
      <span className="flex min-w-0 items-center">
        <IconButton icon={ChevronLeft} label={t('range.before')} keys="[" onClick={earlier} />
        <Popover
          label={t('range.choose')}
          align="end"
          content={close => (
            <DaysForm
              days={days}
              today={today}
              onDone={next => {
                close()
                onChange(next)
              }}
            />
          )}
        >
          {trigger => (
            <Button {...trigger} size="sm" variant="quiet" icon={CalendarRange}>
              {name}
            </Button>
          )}
        </Popover>
        <IconButton
          icon={ChevronRight}
          label={t('range.after')}
          disabled={days.last >= today}
          keys="]"
          onClick={later}
        />
      </span>
    </div>
  )
}

function DaysForm({ days, today, onDone }: { days: Days; today: string; onDone: (days: Days) => void }) {
  const { t } = useTranslation('graphs')
  const [first, setFirst] = useState(days.first)
  const [last, setLast] = useState(days.last)
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (first && last && first <= last) onDone({ first, last })
        else setWrong(true)
      }}
    >
      <div className="flex flex-wrap gap-2">
        <TextField
          type="date"
          label={t('range.from')}
          max={today}
          value={first}
          onChange={event => setFirst(event.target.value)}
        />
        <TextField
          type="date"
          label={t('range.to')}
          max={today}
          value={last}
          onChange={event => setLast(event.target.value)}
          error={isWrong ? t('range.wrong') : null}
        />
      </div>
      <Button type="submit" variant="primary">
        {t('range.show')}
      </Button>
    </form>
  )
}
