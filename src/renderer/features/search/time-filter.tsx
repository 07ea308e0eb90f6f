import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { namedRanges, nameOfRange, rangeNamed } from '#shared/rules/day-ranges'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Popover } from '../../ui/popover'
import { DayRangeGrid } from './day-range-grid'

export interface TimeFilterProps {
  /** Days as `YYYY-MM-DD`, both inclusive; empty without a bound. */
  from: string
  to: string
  onChange: (to: { from: string; to: string }) => void
  /** The group of the palette that offers the choices. */
  group: string
  size?: 'sm' | 'md'
}

/** Chooses when something happened: by a name, or from a day to another one. */
export function TimeFilter({ from, to, onChange, group, size = 'sm' }: TimeFilterProps) {
  const { t } = useTranslation('searchPage')
  const [isOpen, setOpen] = useState(false)
  const { dayKey } = useFormat()
  const language = usePreferences(state => state.language)
  const nameOf = (day: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
  const today = dayKey(Date.now())
  const name = nameOfRange({ from, to }, today)
  const words = () => {
    if (name) return t(name)
    if (from && to) return t('range', { from: nameOf(from), to: nameOf(to) })
    if (from) return t('since', { from: nameOf(from) })
    return to ? t('until', { to: nameOf(to) }) : t('any')
  }
  const choices = [
    { key: 'any', label: t('any'), isOn: !from && !to, range: { from: '', to: '' } },
    ...namedRanges.map(key => ({ key, label: t(key), isOn: key === name, range: rangeNamed(key, today) })),
  ]
  const options = choices.map(({ label, isOn, range }) => ({ label, checked: isOn, onSelect: () => onChange(range) }))
  const choose = (range: { from: string; to: string }) => {
    onChange(range)
    setOpen(false)
  }
  return (
    <>
      <MenuActions
        entries={[
          { kind: 'choice', label: t('time'), options },
          { label: t('days'), onSelect: () => setOpen(true) },
        ]}
        group={group}
      />
      <Popover
        label={t('time')}
        open={isOpen}
        onOpenChange={setOpen}
        content={() => (
          <div className="flex flex-col gap-3">
            <div className="grid grid-cols-2 gap-0.5">
              {choices.map(({ key, label, isOn, range }) => (
                <button
                  key={key}
                  type="button"
                  aria-pressed={isOn}
                  onClick={() => choose(range)}
                  className={cx(
                    'min-h-8 rounded-sm px-2.5 text-left text-sm pointer-coarse:min-h-touch',
                    isOn ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-surface-3',
                  )}
                >
                  {label}
                </button>
              ))}
            </div>
            <DayRangeGrid from={from} to={to} today={today} onChoose={choose} />
          </div>
        )}
      >
        {trigger => (
          <Button {...trigger} size={size} icon={CalendarDays}>
            {words()}
          </Button>
        )}
      </Popover>
    </>
  )
}
