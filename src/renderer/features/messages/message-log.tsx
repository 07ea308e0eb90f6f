import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Person } from '#shared/contract/common'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { useIsBeside } from '../../platform/beside'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { VirtualItem } from '../../ui/virtual-item'
import { WritingDots } from '../../ui/writing-dots'
import { EntryRow } from './entry-row'
import { type MessageHandlers, MessageRow } from './message-row'
import { isShifted, type Row } from './rows'

interface Props extends MessageHandlers {
  chat: ChatListItem
  rows: readonly Row[]
  self: number
  people: readonly Person[]
  /** The message that the address names. */
  wanted: number | null
  /** Grows with each message that the person sends. */
  sent: number
  isLoading: boolean
  /** The newest message of the person that others have read. */
  seenBy: { id: number; count: number; isPair: boolean } | null
  /** Whether the newest messages are shown. */
  isAtEnd: boolean
  onOlder: () => void
  onRead: (message_id: number) => void
}

/** The distance from the first message, in pixels, at which older ones load. */
const reachWithin = 600
/** This close to the end, in pixels, the list stays there when messages arrive. */
const endWithin = 48

/** Milliseconds that the list needs to find a position, because rows are measured on the way. */
const settleWithin = 250

/** The messages of a chat, oldest first. It begins at its end and stays there; older ones load above without jumps. */
export function MessageLog(props: Props) {
  const { chat, self, people, wanted, sent, isLoading, seenBy, isAtEnd, onOlder, onRead, ...handlers } = props
  const { t } = useTranslation('messages')
  const format = useFormat()
  const isBeside = useIsBeside()
  const scroller = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const isFollowing = useRef(wanted === null)
  const lastTop = useRef(0)
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  const [isWatching, setWatching] = useState(wanted === null)
  const { rows, jump, land } = useHeld(props.rows)
  const shift = useShift(rows)
  const last = rows.length - 1
  const newest = rows.findLast(row => row.kind === 'message')
  const newestId = newest?.kind === 'message' ? newest.message.id : null
  const shown = useRef<number | null>(null)
  const placing = useRef<ReturnType<typeof setTimeout>>(undefined)

  const toEnd = useCallback(() => {
    if (last >= 0) handle.current?.scrollToIndex(last, { align: 'end' })
  }, [last])
  const look = useCallback(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    // Messages that grow move the end away; only the person moves away from it.
    const isScrolledUp = element.scrollTop < lastTop.current
    if (Math.abs(element.scrollTop - lastTop.current) > element.clientHeight) jump()
    lastTop.current = element.scrollTop
    if (below < endWithin) isFollowing.current = true
    else if (isScrolledUp) isFollowing.current = false
    setWatching(isFollowing.current)
    if (element.scrollTop < reachWithin) onOlder()
  }, [onOlder, jump])

  // The newest message stays in view, also when it grows.
  useLayoutEffect(() => {
    if (isFollowing.current) toEnd()
  }, [toEnd])
  useEffect(() => {
    const content = scroller.current?.lastElementChild
    if (!content) return
    const watch = new ResizeObserver(() => {
      if (isFollowing.current) toEnd()
    })
    watch.observe(content)
    return () => watch.disconnect()
  }, [toEnd])
  useEffect(() => {
    if (sent === 0) return
    isFollowing.current = true
    toEnd()
  }, [sent, toEnd])
  useEffect(() => {
    if (wanted === null || shown.current === wanted) return
    const index = rows.findIndex(row => row.kind === 'message' && row.message.id === wanted)
    if (index < 0) return
    shown.current = wanted
    isFollowing.current = false
    handle.current?.scrollToIndex(index, { align: 'center' })
    clearTimeout(placing.current)
    if (isBeside) return
    placing.current = setTimeout(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-message="${wanted}"]`)?.focus({ preventScroll: true })
    }, settleWithin)
  }, [wanted, rows, isBeside])
  useEffect(() => () => clearTimeout(placing.current), [])
  // A first page may be too short to scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change the height.
  useEffect(() => {
    const element = scroller.current
    if (element && element.clientHeight > 0 && element.scrollHeight <= element.clientHeight) onOlder()
  }, [rows])

  useEffect(() => {
    const onVisible = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  useEffect(() => {
    if (isVisible && isWatching && isAtEnd && newestId !== null) onRead(newestId)
  }, [isVisible, isWatching, isAtEnd, newestId, onRead])

  const name = chat.participant_name
  const seenText = (id: number) => {
    if (seenBy?.id !== id) return null
    return seenBy.isPair ? t('seen') : t('seenBy', { count: seenBy.count })
  }
  const draw = (row: Row) => {
    if (row.kind === 'entry') return <EntryRow entry={row.entry} people={people} onShow={handlers.onShow} />
    if (row.kind === 'day') return <Day>{format.day(row.at)}</Day>
    return (
      <MessageRow
        row={row}
        self={self}
        people={people}
        isNamed={chat.kind !== 'direct'}
        isDisabled={chat.is_disabled}
        isHighlighted={row.message.id === wanted}
        seen={seenText(row.message.id)}
        {...handlers}
      />
    )
  }
  return (
    <>
      <div
        ref={scroller}
        role="log"
        aria-label={t('chatWith', { name })}
        // Rows come and go while it scrolls; what arrives is announced below.
        aria-live="off"
        aria-busy={isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keys.
        tabIndex={0}
        onScroll={look}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-7 pt-3 [overflow-anchor:none] max-md:px-4"
      >
        <div className="grow" />
        {isLoading && (
          <p className="pointer-events-none absolute inset-x-0 top-2 flex justify-center text-muted">
            <WritingDots />
          </p>
        )}
        {rows.length === 0 && <p className="py-8 text-center text-sm text-muted">{t('first', { name })}</p>}
        <div className="mx-auto w-full max-w-[820px]">
          <Virtualizer
            ref={handle}
            item={VirtualItem}
            scrollRef={scroller}
            startMargin={12}
            shift={shift}
            data={rows as Row[]}
            onScrollEnd={land}
          >
            {row => <div key={row.key}>{draw(row)}</div>}
          </Virtualizer>
        </div>
      </div>
      {!isWatching && isAtEnd && (
        <div className="pointer-events-none relative z-sticky h-0">
          <div className="absolute inset-x-0 bottom-2 flex justify-center">
            <Button
              size="sm"
              icon={ArrowDown}
              variant={chat.unread_messages > 0 ? 'primary' : 'default'}
              className="pointer-events-auto shadow-2"
              onClick={() => {
                isFollowing.current = true
                toEnd()
              }}
            >
              {chat.unread_messages > 0 ? t('unread', { count: chat.unread_messages }) : t('newest')}
            </Button>
          </div>
        </div>
      )}
      <Announcer rows={rows} />
    </>
  )
}

function Day({ children }: { children: string }) {
  return (
    <div className="flex items-center gap-3 py-2 text-xs font-medium text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <h2>{children}</h2>
    </div>
  )
}

/** Tells assistive technology of messages that others send while the chat is open. */
function Announcer({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('messages')
  const last = rows.findLast(row => row.kind === 'message')
  const id = last?.kind === 'message' ? last.message.id : 0
  const [first] = useState(id)
  const isNew = last?.kind === 'message' && id > first && first > 0 && !last.isOwn
  return (
    <p role="status" className="sr-only">
      {isNew && t('arrived', { name: last.message.sender_name, text: last.message.message.slice(0, 200) })}
    </p>
  )
}

/**
 * The rows, without older ones that arrive during a jump. The rows where it leads are measured then, and while the list
 * keeps its position relative to its end, that would move what is read. When it has landed, the list draws and measures rows
 * on both sides, so they wait for two more frames.
 */
function useHeld(rows: readonly Row[]): { rows: readonly Row[]; jump: () => void; land: () => void } {
  const [phase, setPhase] = useState<'rest' | 'jump' | 'landed'>('rest')
  const [held, hold] = useState(rows)
  const shown = phase !== 'rest' && isShifted(held, rows) ? held : rows
  if (shown !== held) hold(shown)
  useEffect(() => {
    if (phase !== 'landed') return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPhase('rest'))
    })
    return () => cancelAnimationFrame(frame)
  }, [phase])
  const jump = useCallback(() => setPhase('jump'), [])
  const land = useCallback(() => setPhase(now => (now === 'jump' ? 'landed' : now)), [])
  return { rows: shown, jump, land }
}

/** Whether the list keeps its position relative to its end, because older messages were added above. */
function useShift(rows: readonly Row[]): boolean {
  const before = useRef(rows)
  const shift = isShifted(before.current, rows)
  useEffect(() => {
    before.current = rows
  })
  return shift
}
