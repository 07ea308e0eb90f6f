import { ClockAlert, ExternalLink, FoldVertical, MoveDown, MoveUp, Pin, PinOff, StretchVertical } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import type { Outcome } from '../../platform/api'
import { useWallFormat } from '../../platform/wall-format'
import { cx } from '../../ui/cx'
import { labelTones } from '../../ui/label-chip'
import { Menu, type MenuEntry } from '../../ui/menu'
import { toast } from '../../ui/toast'
import { useSchedule } from './store'
import { clockOf, hourHeight, instantAt, minutesOn, type Placed } from './wall'

/** Minutes to which a moved or resized task snaps. */
const snap = 15
/** Pixels that a pointer moves before it drags. */
const threshold = 4

interface Props {
  placed: Placed
  /** The day of the column, `YYYY-MM-DD`. */
  date: string
  /** Pixels. */
  top: number
  height: number
}

/**
 * A part of a task. Dragging it fixes when the task begins, dragging its lower edge changes how long it takes; its menu
 * does the same by keys.
 */
export function TaskSlot({ placed, date, top, height }: Props) {
  const { t } = useTranslation('planning')
  const { time } = useWallFormat()
  const changes = useChanges(placed, date)
  const { item, from, to, lane, lanes } = placed
  const canChange = item.task_id !== null
  const move = useDrag(minutes => void changes.startAt(from + minutes), canChange)
  const isLast = item.task_chunk_part === item.task_chunk_count
  const stretch = useDrag(minutes => void changes.lastFor(item.total_duration + minutes), canChange && isLast)
  const isLate = item.task_deadline_crossedby > 0
  const isParts = (item.task_chunk_count ?? 1) > 1
  const title = item.task_id === null ? t('busy') : item.title
  const span = t('span', { from: time(clockOf(from)), to: time(clockOf(to)) })
  const details = [
    isParts && t('part', { part: item.task_chunk_part, count: item.task_chunk_count }),
    isLate && t('late', { minutes: item.task_deadline_crossedby }),
  ].filter(Boolean)
  const box = {
    top: top + 1 + move.offset,
    height: Math.max(18, height - 2 + stretch.offset),
    left: `calc(6px + (100% - 12px) * ${lane / lanes})`,
    width: `calc((100% - 12px) / ${lanes} - ${lanes > 1 ? 2 : 0}px)`,
  }
  const showsDetails = details.length > 0 && height > 40
  const unseen = [!showsDetails && details.join(', '), span, item.fixed_start_time !== null && t('fixed')]
  const face = (
    <>
      <span className="flex items-start gap-1">
        <span className="min-w-0 flex-1 truncate font-semibold">{title}</span>
        {item.fixed_start_time !== null && <Pin size={14} aria-hidden="true" className="mt-0.5 shrink-0" />}
        {isLate && <ClockAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />}
      </span>
      {showsDetails && <span className="block truncate">{details.join(', ')}</span>}
      <span className="sr-only">{unseen.filter(Boolean).join(', ')}</span>
    </>
  )
  const looks = cx(
    'absolute flex flex-col items-stretch justify-start overflow-hidden rounded-sm border border-l-4 px-2.5 text-left text-xs',
    // A quarter of an hour is as high as one line.
    height < 30 ? 'py-0' : 'py-1',
    item.task_id === null ? 'border-strong bg-surface-3 text-muted' : labelTones[item.color_index],
    (move.isDragging || stretch.isDragging) && 'z-2 shadow-2',
  )
  if (!canChange)
    return (
      <div className={looks} style={box}>
        {face}
      </div>
    )
  return (
    <>
      <Menu label={title} entries={changes.entries}>
        {trigger => (
          <button
            {...trigger}
            {...move.handlers}
            type="button"
            className={cx(looks, 'cursor-grab touch-pan-y')}
            style={box}
          >
            {face}
          </button>
        )}
      </Menu>
      {isLast && (
        <span
          {...stretch.handlers}
          aria-hidden="true"
          className="absolute z-1 h-2 cursor-ns-resize"
          style={{ left: box.left, width: box.width, top: box.top + box.height - 5 }}
        />
      )}
    </>
  )
}

/** What can be changed about a task from its place in the schedule. */
function useChanges({ item, from }: Placed, date: string) {
  const { t } = useTranslation('planning')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const task_id = item.task_id ?? 0
  async function report(outcome: Promise<Outcome<unknown>>): Promise<void> {
    const result = await outcome
    if (!result.ok) toast.failure(t('notChanged'), { text: errorText(result) })
  }
  const startAt = (minutes: number) =>
    report(useSchedule.getState().fix(task_id, instantAt(item.timezone, date, Math.max(0, minutes))))
  const lastFor = (minutes: number) => report(useSchedule.getState().resize(task_id, Math.max(snap, minutes)))
  // A task in parts begins where its first part does.
  const begins = item.fixed_start_time === null ? from : minutesOn(date, item.fixed_start_time)
  const entries: MenuEntry[] = [
    { label: t('open'), icon: ExternalLink, onSelect: () => void navigate(`/tasks/${task_id}`) },
    item.fixed_start_time === null
      ? { label: t('fix'), icon: Pin, needsServer: true, onSelect: () => void startAt(begins) }
      : {
          ...{ label: t('unfix'), icon: PinOff, needsServer: true },
          onSelect: () => void report(useSchedule.getState().fix(task_id, null)),
        },
    { label: t('earlier'), icon: MoveUp, needsServer: true, onSelect: () => void startAt(begins - snap) },
    { label: t('later'), icon: MoveDown, needsServer: true, onSelect: () => void startAt(begins + snap) },
    {
      ...{ label: t('longer'), icon: StretchVertical, needsServer: true },
      onSelect: () => void lastFor(item.total_duration + snap),
    },
    {
      ...{ label: t('shorter'), icon: FoldVertical, needsServer: true, disabled: item.total_duration <= snap },
      onSelect: () => void lastFor(item.total_duration - snap),
    },
  ]
  return { startAt, lastFor, entries }
}

/** Follows a pointer up and down. `drop` is called with the snapped minutes unless they are none. */
function useDrag(drop: (minutes: number) => void, isOn: boolean) {
  const [offset, setOffset] = useState(0)
  const start = useRef<{ y: number; hasMoved: boolean } | null>(null)
  const minutesOf = (pixels: number) => Math.round(((pixels / hourHeight) * 60) / snap) * snap
  return {
    offset,
    isDragging: offset !== 0,
    handlers: isOn && {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || event.pointerType === 'touch') return
        start.current = { y: event.clientY, hasMoved: false }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove({ clientY }: PointerEvent) {
        const from = start.current
        if (!from || (!from.hasMoved && Math.abs(clientY - from.y) < threshold)) return
        from.hasMoved = true
        setOffset((minutesOf(clientY - from.y) / 60) * hourHeight)
      },
      onPointerUp({ clientY }: PointerEvent) {
        const from = start.current
        start.current = null
        setOffset(0)
        if (!from?.hasMoved) return
        const minutes = minutesOf(clientY - from.y)
        if (minutes !== 0) drop(minutes)
      },
      onPointerCancel() {
        start.current = null
        setOffset(0)
      },
    },
  }
}
