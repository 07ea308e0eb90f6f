import { ClockAlert, Pin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSidebar } from '../../platform/sidebar'
import { useWallFormat } from '../../platform/wall-format'
import { cx } from '../../ui/cx'
import { labelTones } from '../../ui/label-chip'
import { lazyComponent } from '../../ui/lazy-component'
import { Menu } from '../../ui/menu'
import { useChanges } from './changes'
import { useDrag } from './drag'
import { clockOf, type Placed } from './wall'

const MoveDialog = lazyComponent(async () => (await import('./move-dialog')).MoveDialog)

interface Props {
  placed: Placed
  /** The day of the column, `YYYY-MM-DD`. */
  date: string
  /** Pixels. */
  top: number
  height: number
}

/**
 * A part of a task. Dragging it fixes when the task begins, on another day or for another person too; dragging its lower
 * edge changes how long it takes. Its menu does the same by keys. The one whose menu was open last stays marked, also on
 * the next visit [3.21].
 */
export function TaskSlot({ placed, date, top, height }: Props) {
  const { t } = useTranslation('planning')
  const { time, duration } = useWallFormat()
  const changes = useChanges(placed, date)
  const [isMoving, setMoving] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isLastOpened = useSidebar(state => state.selectedScheduleId === placed.item.id)
  const show = (isShown: boolean) => {
    setOpen(isShown)
    if (isShown) useSidebar.getState().selectScheduleItem(placed.item.id)
  }
  const { item, from, to, lane, lanes } = placed
  const canChange = item.task_id !== null
  const move = useDrag((minutes, column) => void changes.dropAt(from + minutes, column), {
    isOn: canChange,
    from: { user_id: item.user_id, date },
  })
  const isLast = item.task_chunk_part === item.task_chunk_count
  const stretch = useDrag(minutes => void changes.lastFor(item.total_duration + minutes), {
    isOn: canChange && isLast,
  })
  const isLate = item.task_deadline_crossedby > 0
  const isParts = (item.task_chunk_count ?? 1) > 1
  const title = item.task_id === null ? t('busy') : item.title
  const span = t('span', { from: time(clockOf(from)), to: time(clockOf(to)) })
  const details = [
    isParts && t('part', { part: item.task_chunk_part, count: item.task_chunk_count }),
    isLate && t('late', { duration: duration(item.task_deadline_crossedby) }),
  ].filter(Boolean)
  const box = {
    top: top + 1 + move.offset.y,
    height: Math.max(18, height - 2 + stretch.offset.y),
    left: `calc(6px + (100% - 12px) * ${lane / lanes})`,
    width: `calc((100% - 12px) / ${lanes} - ${lanes > 1 ? 2 : 0}px)`,
    ...(move.offset.x !== 0 && { transform: `translateX(${move.offset.x}px)` }),
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
      <Menu label={title} open={isOpen} onOpenChange={show} entries={changes.entries(() => setMoving(true))}>
        {trigger => (
          <button
            {...trigger}
            {...move.handlers}
            type="button"
            aria-current={isLastOpened ? 'true' : undefined}
            className={cx(
              looks,
              'cursor-grab touch-pan-y',
              isLastOpened && 'outline-2 -outline-offset-2 outline-accent',
            )}
            style={box}
          >
            {face}
          </button>
        )}
      </Menu>
      <Suspense fallback={null}>
        {isMoving && <MoveDialog placed={placed} date={date} move={changes.moveTo} onClose={() => setMoving(false)} />}
      </Suspense>
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
