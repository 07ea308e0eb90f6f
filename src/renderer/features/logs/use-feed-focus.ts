import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { VirtualizerHandle } from 'virtua'
import { useIsBeside } from '../../platform/beside'
import { useShortcut } from '../../platform/shortcuts'
import { type FeedRow, rowId } from './rows'

interface Options {
  rows: readonly FeedRow[]
  /** The log that the address names. */
  logId: number | null
  /** The day at which the timeline was opened, if there are newer logs; null otherwise. */
  day: string | null
  handle: RefObject<VirtualizerHandle | null>
}

/** Milliseconds that a list needs to find its position, because rows are measured on the way. */
const settleWithin = 250
/** The height of the sticky head in pixels. */
const headHeight = 56

/**
 * Manages the entry of the feed with the focus. j and k move it. A log that the address names is scrolled to the middle
 * and focused, once per navigation; beside another list it is only scrolled. A day is scrolled below the head. `isPlaced` is false until then.
 */
export function useFeedFocus({ rows, logId, day, handle }: Options) {
  const { t } = useTranslation('logbooks')
  const { key: visit } = useLocation()
  const isBeside = useIsBeside()
  const [current, setCurrent] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const visited = useRef<string | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPlaced, setPlaced] = useState(logId === null && day === null)

  const at = rows.findIndex(row => row.key === current)
  const keepMounted = useMemo(() => (at < 0 ? [] : [at]), [at])

  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, hasFocus() ? at + by : Math.max(at, 0)))]
    if (!next) return
    wanted.current = next.key
    setCurrent(next.key)
    if (next.key === current) focus(next.key)
  }
  useShortcut({ keys: 'j', label: t('timeline.next'), group: t('title'), isOn: !isBeside }, () => move(1))
  useShortcut({ keys: 'k', label: t('timeline.previous'), group: t('title'), isOn: !isBeside }, () => move(-1))

  useEffect(() => {
    if (wanted.current === null || !focus(wanted.current)) return
    wanted.current = null
  })

  // Has no dependencies, because the log may arrive with a later page.
  useEffect(() => {
    const mark = `${visit}.${logId}`
    if (logId === null || visited.current === mark) return
    const index = rows.findIndex(row => row.log?.id === logId)
    const row = rows[index]
    if (!row) return
    visited.current = mark
    handle.current?.scrollToIndex(index, { align: 'center' })
    setCurrent(row.key)
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      if (!isInOverlay() && !isBeside) focus(row.key, 'stay')
      setPlaced(true)
    }, settleWithin)
  })
  // The next page may show the same log, and must keep its own focus.
  useEffect(
    () => () => {
      clearTimeout(settling.current)
      visited.current = null
    },
    [],
  )
  // Runs once, because another day renders another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it positions the list initially.
  useEffect(() => {
    if (logId !== null || day === null) return
    const first = rows.findIndex(row => row.day === day)
    if (first >= 0) handle.current?.scrollToIndex(first, { align: 'start', offset: -headHeight })
    const placing = setTimeout(() => setPlaced(true), settleWithin)
    return () => clearTimeout(placing)
  }, [])
  const take = useCallback((key: string) => setCurrent(key), [])
  return { current, keepMounted, isPlaced, take }
}

const hasFocus = () => document.activeElement?.closest('article') !== null && document.activeElement !== document.body

/** Whether the focus is in an overlay over the feed. A closing overlay leaves the focus to the feed. */
const isInOverlay = () =>
  document.activeElement?.closest(':is([role="dialog"], [role="alertdialog"]):not([data-closed])') != null

function focus(key: string, scroll: 'nearest' | 'stay' = 'nearest'): boolean {
  const element = document.getElementById(rowId({ key }))
  if (!element) return false
  element.focus({ preventScroll: true })
  if (scroll === 'nearest') element.scrollIntoView({ block: 'nearest' })
  return true
}
