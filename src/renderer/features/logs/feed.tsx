import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useFormat } from '../../platform/format'
import { useNamedComment } from '../../platform/named-comment'
import { useOfflineSince } from '../../platform/online'
import { Button } from '../../ui/button'
import { lazyComponent } from '../../ui/lazy-component'
import { useLocalKeys } from '../../ui/local-keys'
import { PaneBody } from '../../ui/pane'
import { PrintedRows } from '../../ui/printed-rows'
import { useViewport } from '../../ui/use-media'
import { VirtualItem } from '../../ui/virtual-item'
import type { Info } from '../documents/store'
import { useCorrectFocused } from './corrections/use-correct-focused'
import { DiscussionContext } from './discussion/discussion-context'
import { LogDrawer } from './discussion/log-drawer'
import { FeedEnd } from './feed-end'
import { FeedEntry } from './feed-entry'
import { FeedHead } from './feed-head'
import type { Timeline } from './held-timeline'
import { LogLightboxContext } from './lightbox/lightbox-context'
import type { Entry } from './outbox'
import { type FeedRow, isShifted, rowId, rowsOf } from './rows'
import { Side } from './side/side'
import { useTimelines } from './store'
import { maxLogs, wholeDay } from './timeline'
import { useFeedFocus } from './use-feed-focus'
import { useFilter } from './use-filter'

const LogWalk = lazyComponent(async () => (await import('./lightbox/log-lightbox')).LogLightbox)

interface Props {
  info: Info
  summary: ReactNode
  timeline: Timeline
  entries: readonly Entry[]
  /** The log that the address names. */
  logId: number | null
  toTop: number
  onNewest: () => void
  onEdit: (entry: Entry) => void
}

/** The height of a log of one line, in pixels, so that the end does not start high up and jump down. */
const usualHeight = 120
/** The distance from an end, in pixels, at which the next page loads. */
const reachWithin = 900
/**
 * How many logs above the limit are kept before the far end is trimmed, because trimming for each log would be
 * wasteful.
 */
const slack = 60

/** The timeline: newest first, with pages loading in both directions without jumps. */
export function Feed({ info, summary, timeline, entries, logId, toTop, onNewest, onEdit }: Props) {
  const { t } = useTranslation(['logbooks', 'logs'])
  const format = useFormat()
  const isWide = useViewport() === 'desktop'
  const navigate = useNavigate()
  const isOffline = useOfflineSince() !== null
  const { doc_id } = info
  const { addressOf } = useFilter(doc_id)
  const { hasNewer, hasOlder, newer, older, unread } = timeline
  const { loadNewer, loadOlder, trim, markRead } = useTimelines.getState()
  const scroller = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const { startMargin, list, head } = useStartMargin()
  const [top, setTop] = useState(0)
  const [isAtTop, setAtTop] = useState(true)
  /** The picture in the lightbox. */
  const [large, setLarge] = useState<{ log_id: number; picture_id: string } | null>(null)
  const openLarge = useCallback((log_id: number, picture_id: string) => setLarge({ log_id, picture_id }), [])
  /** The log whose discussion is open. */
  const [discussed, setDiscussed] = useState<number | null>(null)
  const namedComment = useNamedComment()
  useEffect(() => {
    if (namedComment !== null && logId !== null) setDiscussed(logId)
  }, [namedComment, logId])
  const discussedLog = timeline.logs.find(log => log.id === discussed)
  const largeOf = large && timeline.logs.find(log => log.id === large.log_id)

  const today = format.dayKey(Date.now())
  const rows = useMemo(() => rowsOf(timeline, entries, format.dayKey, today), [timeline, entries, format, today])
  const placedOn = timeline.place && 'day' in timeline.place && hasNewer ? timeline.place.day : null
  const shift = useShift(rows, isAtTop && !hasNewer)
  const { current, keepMounted, isPlaced, take } = useFeedFocus({ rows, logId, day: placedOn, handle })

  useCorrectFocused(rows, info)

  const look = useCallback(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    setAtTop(element.scrollTop < 8)
    const below = (head.current?.lastElementChild?.clientHeight ?? 0) + element.scrollTop
    setTop(handle.current?.findItemIndex(below) ?? 0)
    if (!isPlaced) return
    if (hasOlder && older === 'idle' && element.scrollHeight - element.scrollTop - element.clientHeight < reachWithin)
      void loadOlder(doc_id)
    if (hasNewer && newer === 'idle' && element.scrollTop < reachWithin) void loadNewer(doc_id)
  }, [doc_id, hasNewer, hasOlder, newer, older, isPlaced, head, loadNewer, loadOlder])
  // Also runs when a page has loaded, because it may be too short to scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change the height.
  useEffect(look, [look, rows])
  useEffect(() => {
    if (toTop > 0 && scroller.current) scroller.current.scrollTop = 0
  }, [toTop])
  useEffect(() => {
    if (isAtTop && !hasNewer && unread.length > 0) markRead(doc_id)
  }, [isAtTop, hasNewer, unread, doc_id, markRead])
  const count = timeline.logs.length
  useEffect(() => {
    // The lightbox may be far from the scroll position.
    if (count > maxLogs + slack && !large) trim(doc_id, top < count / 2 ? 'newest' : 'oldest')
  }, [count, top, doc_id, trim, large])

  const press = useLocalKeys('entries', [
    { keys: ['Enter'], does: 'open', run: openFocused },
    {
      keys: ['Escape'],
      does: 'close',
      run: () => logId !== null && void navigate(addressOf(), { replace: true }),
    },
  ])
  function openFocused() {
    const row = rows.find(candidate => rowId(candidate) === document.activeElement?.id)
    if (!row?.log) return false
    void navigate(addressOf({ log: row.log.id }))
    return true
  }
  function onFocus(event: FocusEvent) {
    const id = event.target.closest('article')?.id
    const row = rows.find(candidate => rowId(candidate) === id)
    if (row) take(row.key)
  }

  const topRow = rows[Math.min(top, rows.length - 1)]
  const day = topRow?.day ?? today
  const ofDay = useMemo(() => wholeDay(timeline, day, format.dayKey), [timeline, day, format])
  const size = hasOlder || hasNewer ? -1 : rows.length

  // The head shows the first day, except on paper.
  const draw = (row: FeedRow, index: number, isPrinted = false) => {
    const isFirstOfDay = (index > 0 || isPrinted) && rows[index - 1]?.day !== row.day
    return (
      <FeedEntry
        key={row.key}
        row={row}
        position={index + 1}
        size={size}
        heading={isFirstOfDay && row.log ? format.day(row.log.created_at) : null}
        isCurrent={row.key === (current ?? rows[0]?.key)}
        isHighlighted={row.log !== undefined && row.log.id === logId}
        isOffline={isOffline}
        onEdit={onEdit}
      />
    )
  }

  return (
    <div className="flex min-h-0 flex-1">
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        <PaneBody ref={scroller} className="[overflow-anchor:none]">
          <FeedHead
            ref={head}
            doc_id={doc_id}
            summary={summary}
            day={day}
            dayName={topRow?.log ? format.day(topRow.log.created_at) : format.day(Date.now())}
            today={today}
            count={ofDay?.length ?? null}
            newer={newer}
            canScrollNewer={hasNewer}
          />
          <div className="flex gap-9 px-7 max-md:px-4">
            <div
              ref={list}
              role="feed"
              aria-label={t('timeline.label')}
              aria-busy={newer === 'loading' || older === 'loading'}
              onFocus={onFocus}
              onKeyDown={press}
              className="min-w-0 flex-1"
            >
              <DiscussionContext value={setDiscussed}>
                <LogLightboxContext value={openLarge}>
                  <div className="print:hidden">
                    <Virtualizer
                      ref={handle}
                      item={VirtualItem}
                      itemSize={usualHeight}
                      scrollRef={scroller}
                      startMargin={startMargin}
                      shift={shift}
                      data={rows}
                      keepMounted={keepMounted}
                      onScroll={look}
                    >
                      {(row, index) => draw(row, index)}
                    </Virtualizer>
                  </div>
                  <PrintedRows>{() => rows.map((row, index) => draw(row, index, true))}</PrintedRows>
                </LogLightboxContext>
              </DiscussionContext>
            </div>
            {isWide && !discussedLog && (
              <aside
                aria-label={t('logs:side.label')}
                className="sticky top-14 -mx-1.5 max-h-[calc(100dvh-140px)] w-[224px] shrink-0 self-start overflow-y-auto px-1.5 pt-1 pb-4 min-[1680px]:w-[340px]"
              >
                <Side doc_id={doc_id} on={day} />
              </aside>
            )}
          </div>
          <FeedEnd hasOlder={hasOlder} older={older} onOlder={() => void loadOlder(doc_id)} />
        </PaneBody>
        {(!isAtTop || hasNewer) && (
          <div className="pointer-events-none absolute inset-x-0 top-14 z-sticky flex justify-center">
            <Button
              size="sm"
              variant={unread.length > 0 ? 'primary' : 'default'}
              className="pointer-events-auto shadow-2"
              onClick={onNewest}
            >
              {unread.length > 0 ? t('timeline.newLogs', { count: unread.length }) : t('timeline.newest')}
            </Button>
          </div>
        )}
        {large && largeOf && (
          <Suspense fallback={null}>
            <LogWalk doc_id={doc_id} log={largeOf} picture_id={large.picture_id} onClose={() => setLarge(null)} />
          </Suspense>
        )}
        <p role="status" className="sr-only">
          {unread.length > 0 && t('timeline.newLogs', { count: unread.length })}
        </p>
      </div>
      {discussedLog && <LogDrawer log={discussedLog} onClose={() => setDiscussed(null)} />}
    </div>
  )
}

/** Whether the list keeps its position relative to its end, which it does unless the newest logs are being watched. */
function useShift(rows: readonly FeedRow[], isWatching: boolean): boolean {
  const before = useRef<{ rows: readonly FeedRow[]; isWatching: boolean }>({ rows, isWatching })
  const shift = isShifted(before.current.rows, rows) && !before.current.isWatching
  useEffect(() => {
    before.current = { rows, isWatching }
  })
  return shift
}

/** Measures the pixels before the list in its scrolling pane, which a virtual list must know. */
function useStartMargin(): {
  startMargin: number
  list: RefObject<HTMLDivElement | null>
  head: RefObject<HTMLDivElement | null>
} {
  const list = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [startMargin, setStartMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setStartMargin(list.current?.offsetTop ?? 0)
    measure()
    const watch = new ResizeObserver(measure)
    if (head.current) for (const part of head.current.children) watch.observe(part)
    return () => watch.disconnect()
  }, [])
  return { startMargin, list, head }
}
