import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { namedRanges, nameOfRange, rangeNamed } from '#shared/rules/day-ranges'
import { useFormat } from '../../platform/format'
import { usePreferences } from '../../platform/preferences'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Popover } from '../../ui/popover'
import { DayRangeGrid } from './day-range-grid'

interface Props {
  /** Days as `YYYY-MM-DD`, both inclusive; empty without a bound. */
  from: string
  to: string
  onChange: (to: { from: string; to: string }) => void
}

/** Chooses when something was written: by a name, or from a day to another one. */
export function TimeFilter({ from, to, onChange }: Props) {
  const { t } = useTranslation('searchPage')
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
  return (
    <Popover
      label={t('time')}
      content={close => {
        const choose = (range: { from: string; to: string }) => {
          onChange(range)
          close()
        }
        const choices = [
          { key: 'any', label: t('any'), isOn: !from && !to, range: { from: '', to: '' } },
          ...namedRanges.map(key => ({ key, label: t(key), isOn: key === name, range: rangeNamed(key, today) })),
        ]
        return (
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
        )
      }}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={CalendarDays}>
          {words()}
        </Button>
      )}
    </Popover>
  )
}
