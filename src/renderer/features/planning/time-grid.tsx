import { Coffee } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { useMinute } from '../../platform/use-minute'
import { useWallFormat } from '../../platform/wall-format'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { useDirectory } from '../organisations/store'
import { type Column, columnData } from './drag'
import { HoursOf } from './own-hours'
import { noonOf, useNameOf, useSchedule } from './store'
import { TaskSlot } from './task-slot'
import { clockOf, hourHeight, loadOf, nowIn, type Placed, placedOn } from './wall'

interface Props {
  columns: readonly Column[]
  /** Whether the columns are days of one person. */
  byDay: boolean
}

/** The hours of a day from top to bottom, and the columns beside each other. */
export function TimeGrid({ columns, byDay }: Props) {
  const { t } = useTranslation('planning')
  const { time } = useWallFormat()
  const items = useSchedule(state => state.items)
  const placed = useMemo(
    () => columns.map(column => ({ ...column, entries: placedOn(items, column.user_id, column.date) })),
    [items, columns],
  )
  const now = useNow()
  const isToday = placed.some(({ date }) => date === now.day)
  const [first, last] = hoursOf(
    placed.flatMap(({ entries }) => entries),
    isToday ? now.minutes : null,
  )
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const grid = useRef<HTMLElement>(null)
  useScrollTo(grid, {
    hour: (isToday ? now.minutes / 60 - hoursBefore : beginOf(placed.flatMap(({ entries }) => entries))) - first,
    of: `${columns.map(({ date }) => date).join()} ${first}`,
  })
  return (
    <section
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys.
      tabIndex={0}
      aria-label={t('hours')}
      className="relative min-h-0 flex-1 overflow-auto bg-surface-0"
    >
      <div
        className="grid min-w-full"
        style={{ gridTemplateColumns: `56px repeat(${placed.length}, minmax(${byDay ? 120 : 180}px, 1fr))` }}
      >
        <span className="sticky top-0 left-0 z-20 border-b border-line bg-surface-1" />
        {placed.map((column, index) => (
          <ColumnHead
            key={`${column.user_id}.${column.date}`}
            column={column}
            byDay={byDay}
            hasHours={!byDay || index === 0}
          />
        ))}
        <div className="sticky left-0 z-10 bg-surface-0" style={{ height: (last - first) * hourHeight }}>
          {hours.slice(0, -1).map(hour => (
            <span
              key={hour}
              className="absolute right-2 -translate-y-1/2 text-xs text-muted tabular-nums first:translate-y-0"
              style={{ top: (hour - first) * hourHeight }}
            >
              {time(clockOf(hour * 60))}
            </span>
          ))}
          {isToday && (
            <span
              className="absolute right-0 -translate-y-1/2 rounded-xs bg-danger px-1 text-2xs font-semibold text-on-danger tabular-nums"
              style={{ top: (now.minutes / 60 - first) * hourHeight }}
            >
              {time(clockOf(now.minutes))}
            </span>
          )}
        </div>
        {placed.map(column => (
          <DayColumn
            key={`${column.user_id}.${column.date}`}
            column={column}
            first={first}
            last={last}
            now={column.date === now.day ? now.minutes : null}
          />
        ))}
      </div>
    </section>
  )
}

/** Hours that are seen above the line of now. */
const hoursBefore = 1.5

/** The hour in which work begins, or the first task. */
function beginOf(entries: readonly Placed[]): number {
  const of = entries.filter(({ item }) => item.type !== 'break').map(({ from }) => Math.floor(from / 60))
  return of.length > 0 ? Math.min(...of) : 0
}

/** Scrolls to an hour whenever the grid shows something else, and leaves the place to the person afterwards. */
function useScrollTo(grid: RefObject<HTMLElement | null>, { hour, of }: { hour: number; of: string }): void {
  const top = useRef(0)
  useEffect(() => {
    top.current = Math.max(0, hour * hourHeight)
  })
  useEffect(() => {
    if (of !== '' && grid.current) grid.current.scrollTop = top.current
  }, [grid, of])
}

/** The whole hours around everything and around now, seven to six at least. */
function hoursOf(entries: readonly Placed[], now: number | null): [number, number] {
  const at = now === null ? [] : [now]
  const first = Math.min(7, ...[...entries.map(({ from }) => from), ...at].map(minutes => Math.floor(minutes / 60)))
  const last = Math.max(18, ...[...entries.map(({ to }) => to), ...at].map(minutes => Math.ceil(minutes / 60)))
  return [Math.max(0, first), Math.min(24, last)]
}

/** The day and the minute in the zone of the reader, up to date. */
function useNow() {
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  return nowIn(zone, useMinute())
}

type PlacedColumn = Column & { entries: readonly Placed[] }

/** Whose column it is, or which day, and how full the day is. */
function ColumnHead({ column, byDay, hasHours }: { column: PlacedColumn; byDay: boolean; hasHours: boolean }) {
  const { t } = useTranslation('planning')
  const { shortDay, number } = useFormat()
  const { duration } = useWallFormat()
  const person = useDirectory(state => state.items.find(item => item.user_id === column.user_id))
  const roles = useDirectory(state => state.roles)
  const { share, over } = loadOf(column.entries)
  const name = useNameOf()(column.user_id)
  const percent = Math.round(share * 100)
  const load = over > 0 ? t('over', { duration: duration(over) }) : t('percent', { number: number(percent) })
  return (
    <div className="sticky top-0 z-10 border-b border-l border-line bg-surface-1 p-2.5">
      <div className="flex items-center gap-2">
        {!byDay && <Avatar id={String(column.user_id)} name={name} src={person?.user_image} size={30} decorative />}
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-semibold">{byDay ? shortDay(noonOf(column.date)) : name}</h2>
          <p className="truncate text-xs text-muted">
            {byDay
              ? name
              : roles
                  .filter(role => person?.role_ids.includes(role.role_id))
                  .map(role => role.role_name)
                  .join(', ')}
          </p>
        </div>
        {hasHours && <HoursOf user_id={column.user_id} />}
      </div>
      <div className="mt-2 flex items-center gap-2">
        <span aria-hidden="true" className="h-[5px] flex-1 overflow-hidden rounded-full bg-track">
          <span
            className={cx('block h-full rounded-full', over > 0 ? 'bg-danger' : 'bg-accent')}
            style={{ width: `${over > 0 ? 100 : percent}%` }}
          />
        </span>
        <span className={cx('text-xs tabular-nums', over > 0 ? 'font-semibold text-danger-ink' : 'text-muted')}>
          {load}
        </span>
      </div>
    </div>
  )
}

interface DayColumnProps {
  column: PlacedColumn
  first: number
  last: number
  now: number | null
}

function DayColumn({ column, first, last, now }: DayColumnProps) {
  const { t } = useTranslation('planning')
  const at = (minutes: number) => (minutes / 60 - first) * hourHeight
  const box = ({ from, to }: Placed) => ({ top: at(from), height: at(to) - at(from) })
  const of = (type: Placed['item']['type']) => column.entries.filter(({ item }) => item.type === type)
  const name = useNameOf()(column.user_id)
  return (
    <section
      {...columnData(column)}
      aria-label={t('column', { name, date: column.date })}
      className="relative border-l border-line"
      style={{ height: (last - first) * hourHeight }}
    >
      {of('working_hours').map(entry => (
        <span key={entry.item.id} aria-hidden="true" className="absolute inset-x-0 bg-surface-1" style={box(entry)} />
      ))}
      {Array.from({ length: last - first }, (_, hour) => hour).map(hour => (
        <span
          key={hour}
          aria-hidden="true"
          className="absolute inset-x-0 border-t border-line"
          style={{ top: hour * hourHeight }}
        />
      ))}
      {of('break').map(entry => (
        <span
          key={entry.item.id}
          className="absolute inset-x-1.5 grid place-items-center rounded-sm border border-dashed border-strong bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--border)_6px_7px)] text-xs text-muted"
          style={box(entry)}
        >
          <span className="flex items-center gap-1.5 rounded-xs bg-surface-1 px-1.5">
            {!entry.item.is_busy && <Coffee size={14} />}
            {t(entry.item.is_busy ? 'busy' : 'break')}
          </span>
        </span>
      ))}
      {of('task').map(entry => (
        <TaskSlot key={entry.item.id} placed={entry} date={column.date} {...box(entry)} />
      ))}
      {now !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-1 border-t-2 border-danger"
          style={{ top: at(now) }}
        />
      )}
    </section>
  )
}
