import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { task as limits } from '#shared/contract/tasks/limits'
import type { TaskCard } from '#shared/contract/tasks/task'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { PrintedRows } from '../../../ui/printed-rows'
import { VirtualListItem } from '../../../ui/virtual-item'
import { BoardCard, type Column, dragKey } from './card'

export interface Lane extends Column {
  tasks: readonly TaskCard[]
  count: number
  /** Loads more of its tasks; null when all are shown. */
  onMore: (() => void) | null
}

interface Props {
  label: string
  lanes: readonly Lane[]
  /** All columns that a card can be moved to, also those that are not shown. */
  columns: readonly Column[]
  openTask: number | null
  /** Whether cards say their status; not where the column does. */
  isStatusShown: boolean
  onOpen: (task_id: number) => void
  onMove: (card: TaskCard, from: string, to: string) => void
  /** Shown below the last lane's cards. */
  footer?: (lane: Lane) => ReactNode
}

const drawnFirst = 6

/** Tasks in columns. On a phone the columns snap while they scroll sideways. */
export function Board({ label, lanes, ...rest }: Props) {
  const scroller = useRef<HTMLElement>(null)
  // The lanes that fit on a screen are drawn first, those beside them a moment later.
  const drawn = useDeferredValue(lanes.length, drawnFirst)
  return (
    <section
      ref={scroller}
      aria-label={label}
      className="grid min-h-0 flex-1 auto-cols-[minmax(236px,340px)] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain p-5 pt-4 max-md:snap-x max-md:snap-mandatory max-md:scroll-px-4 max-md:auto-cols-[84%] max-md:px-4"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
    >
      {lanes.slice(0, drawn).map(lane => (
        <LaneOfBoard key={lane.id} lane={lane} scroller={scroller} {...rest} />
      ))}
    </section>
  )
}

const isCard = (value: unknown): value is TaskCard => typeof value === 'object' && value !== null && 'task_id' in value

/**
 * A longer lane draws only the cards near the visible ones. The first page of a lane is drawn whole, because each list
 * of that kind measures the whole board while it appears.
 */
const drawnWhole = limits.groupPage
/** As many cards as a screen is high are drawn first, those below them a moment later. */
const cardsFirst = 12
/** The heading of a lane and the space above it. */
const headingHeight = 46
/** A card with a title of one line, with the gap below it. */
const cardHeight = 82

function LaneOfBoard({
  lane,
  scroller,
  columns,
  openTask,
  isStatusShown,
  onOpen,
  onMove,
  footer,
}: Omit<Props, 'label' | 'lanes'> & { lane: Lane; scroller: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('tasks')
  const element = useRef<HTMLElement>(null)
  const [isTarget, setTarget] = useState(false)
  const canReceive = columns.some(column => column.id === lane.id)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => canReceive && isCard(source.data[dragKey]) && source.data.column !== lane.id,
      onDragEnter: () => setTarget(true),
      onDragLeave: () => setTarget(false),
      onDrop({ source }) {
        setTarget(false)
        const { [dragKey]: card, column } = source.data
        if (isCard(card) && typeof column === 'string') latest.current(card, column, lane.id)
      },
    })
  }, [lane.id, canReceive])
  const headingId = `lane-${lane.id}`
  // The card that is dragged stays drawn, because its element has to outlive the drag.
  const [dragged, setDragged] = useState<number | null>(null)
  const kept = lane.tasks.findIndex(card => card.id === dragged)
  const cardOf = (card: TaskCard) => (
    <BoardCard
      card={card}
      column={lane.id}
      columns={columns}
      isOpen={card.id === openTask}
      isStatusShown={isStatusShown}
      onOpen={onOpen}
      onMove={onMove}
      onDrag={isDragged => setDragged(isDragged ? card.id : null)}
    />
  )
  const isWhole = lane.tasks.length <= drawnWhole
  const hasRest = useDeferredValue(true, false)
  const whole = (tasks: readonly TaskCard[]) => (
    <ul className="flex flex-col gap-2">
      {tasks.map(card => (
        <li key={card.id}>{cardOf(card)}</li>
      ))}
    </ul>
  )
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      className={cx('flex min-w-0 snap-start flex-col gap-2 rounded-md', isTarget && 'bg-accent-soft')}
    >
      <h2 id={headingId} className="flex items-center gap-2 px-1 pt-0.5 pb-1 text-xs font-semibold">
        <span className="truncate">{lane.name}</span> <Badge>{lane.count}</Badge>
      </h2>
      {isWhole ? (
        whole(hasRest ? lane.tasks : lane.tasks.slice(0, cardsFirst))
      ) : (
        <>
          <div className="print:hidden">
            <Virtualizer
              as="ul"
              item={VirtualListItem}
              scrollRef={scroller}
              startMargin={headingHeight}
              itemSize={cardHeight}
              keepMounted={kept < 0 ? [] : [kept]}
            >
              {lane.tasks.map(card => (
                <div key={card.id} className="pb-2">
                  {cardOf(card)}
                </div>
              ))}
            </Virtualizer>
          </div>
          <PrintedRows>{() => whole(lane.tasks)}</PrintedRows>
        </>
      )}
      {lane.onMore && (
        <Button size="sm" variant="quiet" onClick={lane.onMore}>
          {t('moreIn', { column: lane.name })}
        </Button>
      )}
      {footer?.(lane)}
    </section>
  )
}
