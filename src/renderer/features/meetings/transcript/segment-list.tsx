import { ArrowDownToLine } from 'lucide-react'
import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Segment, Topic, Transcript } from '#shared/contract/meetings/endpoints'
import { useIsBeside } from '../../../platform/beside'
import { clockText } from '../../../platform/clock-text'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { PrintedRows } from '../../../ui/printed-rows'
import { VirtualListItem } from '../../../ui/virtual-item'
import type { Player } from './player'
import { SegmentRow } from './segment-row'
import { topicsBySegment } from './topic-list'
import { indexAt, useCurrentIndex } from './use-player'

interface Props {
  transcript: Transcript
  player: Player
  summary: ReactNode
  query: string
  /** The segment of the current match. */
  hit: number | null
  /** The position in seconds at which the address opens it. */
  start: number | null
  /** The topic that the reader chose, at a second. */
  chosen?: { start: number } | null
  editable: boolean
  /** Compact, inside other content. */
  isSmall?: boolean
  /** Copies the address of a moment; without it segments have no such action. */
  onCopyLink?: (seconds: number) => void
}

type Row = { kind: 'summary' } | { kind: 'segment'; segment: Segment; index: number }
const summaryRow: Row = { kind: 'summary' }

/** The segments below the summary. The list follows playback until the reader scrolls. */
export function SegmentList(props: Props) {
  const { transcript, player, summary, query, hit, start, chosen = null, editable, isSmall = false, onCopyLink } = props
  const { t } = useTranslation('meetings')
  const { segments, topics } = transcript
  const topicsAt = useMemo(() => topicsBySegment(topics, segments), [topics, segments])
  const list = useRef<VirtualizerHandle>(null)
  const current = useCurrentIndex(player, segments)
  const [isFollowing, setFollowing] = useState(true)
  const [editing, setEditing] = useState<number | null>(null)
  /** Rows before the first segment: the summary, if there is one. */
  const above = summary ? 1 : 0
  const rows = useMemo<Row[]>(
    () => [
      ...(above ? [summaryRow] : []),
      ...segments.map((segment, index) => ({ kind: 'segment' as const, segment, index })),
    ],
    [segments, above],
  )
  const show = useCallback((index: number) => list.current?.scrollToIndex(index + above, { align: 'center' }), [above])
  const before = useRef(current)
  useEffect(() => {
    const isNew = before.current !== current
    before.current = current
    if (isNew && isFollowing && player.now.isPlaying && current >= 0 && editing === null) show(current)
  }, [current, isFollowing, editing, player, show])
  useEffect(() => {
    if (hit === null) return
    setFollowing(false)
    show(hit)
  }, [hit, show])
  const now = useRef(segments)
  useEffect(() => {
    now.current = segments
  })
  useEffect(() => {
    if (!chosen) return
    setFollowing(false)
    list.current?.scrollToIndex(Math.max(0, indexAt(now.current, chosen.start)) + above, { align: 'start' })
  }, [chosen, above])
  const first = useRef(segments)
  useEffect(() => {
    if (start !== null) show(Math.max(0, indexAt(first.current, start)))
  }, [start, show])
  const linked = start === null ? null : Math.max(0, indexAt(segments, start))
  const focused = useRef<number | null>(null)
  const isBeside = useIsBeside()
  /** Focuses the segment of the address once, so that a keyboard or a screen reader begins there; not beside a list. */
  const focusLinked = useCallback(
    (element: HTMLElement | null) => {
      if (!element || isBeside || focused.current === start) return
      focused.current = start
      element.focus({ preventScroll: true })
    },
    [start, isBeside],
  )

  const draw = (row: Row) =>
    row.kind === 'summary' ? (
      <div key="summary" className="border-b border-line py-4">
        {summary}
      </div>
    ) : (
      <Fragment key={row.segment.segment_id}>
        <TopicHeadings topics={topicsAt.get(row.index)} isSmall={isSmall} />
        <SegmentRow
          transcript={transcript}
          segment={row.segment}
          index={row.index}
          player={player}
          query={query}
          isCurrent={row.index === current}
          isHit={row.index === hit}
          linkedRef={row.index === linked ? focusLinked : null}
          editable={editable}
          isEditing={editing === row.index}
          onCopyLink={onCopyLink}
          onEdit={isOpen => setEditing(isOpen ? row.index : null)}
          onHear={() => {
            setFollowing(true)
            player.playFrom(row.segment.start)
          }}
        />
      </Fragment>
    )
  const scroller = useRef<HTMLDivElement>(null)
  useScrolledByHand(scroller, () => setFollowing(false))
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        className={cx('h-full overflow-y-auto', isSmall ? 'px-1 py-2' : 'overscroll-contain px-5 pb-16 max-md:px-4')}
      >
        <PrintedRows>
          {() => (
            <ol className="max-w-measure">
              {rows.map(row => (
                <li key={row.kind === 'summary' ? row.kind : row.segment.segment_id}>{draw(row)}</li>
              ))}
            </ol>
          )}
        </PrintedRows>
        <Virtualizer
          ref={list}
          as={List}
          data={rows}
          item={VirtualListItem}
          keepMounted={editing === null ? undefined : [editing + above]}
        >
          {draw}
        </Virtualizer>
      </div>
      {!isFollowing && current >= 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-4 flex justify-center">
          <Button
            size="sm"
            icon={ArrowDownToLine}
            className="pointer-events-auto shadow-2"
            onClick={() => {
              setFollowing(true)
              show(current)
            }}
          >
            {t('transcript.follow')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What is talked about from here on. */
function TopicHeadings({ topics = [], isSmall }: { topics?: readonly Topic[] | undefined; isSmall: boolean }) {
  const Heading = isSmall ? 'h4' : 'h2'
  return topics.map(({ start, title }) => (
    <Heading key={start} className="flex items-baseline gap-2 pt-5 pb-1.5 pl-3 text-md font-semibold wrap-anywhere">
      {title} <span className="text-xs font-normal text-muted tabular-nums">{clockText(start)}</span>
    </Heading>
  ))
}

/** The list element, whose rows must be its direct children. */
function List(props: ComponentProps<'ol'>) {
  const { t } = useTranslation('meetings')
  return <ol {...props} aria-label={t('transcript.label')} className="max-w-measure print:hidden" />
}

const scrolling = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']

/**
 * Calls back when the person scrolls, which scroll events alone do not show, because the list also scrolls by itself.
 */
function useScrolledByHand(element: RefObject<HTMLElement | null>, scrolled: () => void): void {
  const latest = useRef(scrolled)
  useEffect(() => {
    latest.current = scrolled
  })
  useEffect(() => {
    const box = element.current
    if (!box) return
    const onMove = () => latest.current()
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (scrolling.includes(key)) latest.current()
    }
    box.addEventListener('wheel', onMove, { passive: true })
    box.addEventListener('touchmove', onMove, { passive: true })
    box.addEventListener('keydown', onKeyDown)
    return () => {
      box.removeEventListener('wheel', onMove)
      box.removeEventListener('touchmove', onMove)
      box.removeEventListener('keydown', onKeyDown)
    }
  }, [element])
}
