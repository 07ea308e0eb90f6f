import { ArrowUp } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ActivityItem } from '#shared/contract/activity/endpoints'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { LoadMore } from '../../ui/load-more'
import { useLocalKeys } from '../../ui/local-keys'
import { PaneBody } from '../../ui/pane'
import { PrintedRows } from '../../ui/printed-rows'
import { VirtualItem } from '../../ui/virtual-item'
import { ItemRow, rowId } from './item-row'
import { useActivity } from './store'

const loadMore = () => void useActivity.getState().loadMore()

/** The items, newest first. New ones wait behind a button, so that nothing moves under who reads. */
export function Feed() {
  const { t } = useTranslation('activity')
  const { day, dayKey } = useFormat()
  const items = useActivity(state => state.items)
  const fresh = useActivity(state => state.fresh)
  const { status, next, more } = useActivity()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const at = Math.max(
    0,
    items.findIndex(item => item.key === current),
  )
  const navigate = useNavigate()

  function move(by: number) {
    const isInside = list.current?.contains(document.activeElement)
    const index = isInside ? Math.min(items.length - 1, Math.max(0, at + by)) : at
    const item = items[index]
    if (!item) return
    setCurrent(item.key)
    handle.current?.scrollToIndex(index, { align: 'nearest' })
    // The row may be rendered only after the scrolling.
    requestAnimationFrame(() => document.getElementById(rowId(item.key))?.focus())
  }
  const group = t('title')
  useShortcut({ keys: 'j', label: t('key.next'), group }, () => move(1))
  useShortcut({ keys: 'k', label: t('key.previous'), group }, () => move(-1))

  const press = useLocalKeys('entries', [{ keys: ['Enter'], does: 'open', run: openCurrent }])
  function openCurrent() {
    const href = document.activeElement?.querySelector('a[data-opens]')?.getAttribute('href')
    if (!href) return false
    void navigate(href.slice(1))
    return true
  }
  function onKeyDown(event: KeyboardEvent) {
    // Links inside an item lead where they say.
    if (event.target instanceof HTMLElement && event.target.tagName === 'ARTICLE') press(event)
  }
  function onFocus(event: FocusEvent) {
    const row = (event.target as Element).closest('article')
    const item = items.find(({ key }) => rowId(key) === row?.id)
    if (item) setCurrent(item.key)
  }
  async function showNew() {
    await useActivity.getState().load()
    if (scroller.current) scroller.current.scrollTop = 0
  }

  const row = (item: ActivityItem, index: number) => {
    const before = items[index - 1]
    const isNewDay = !before || dayKey(before.at) !== dayKey(item.at)
    return (
      <ItemRow
        key={item.key}
        item={item}
        position={index + 1}
        size={next === null ? items.length : -1}
        heading={isNewDay ? day(item.at) : null}
        isCurrent={index === at}
      />
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PaneBody ref={scroller}>
        <div
          ref={list}
          role="feed"
          aria-label={t('title')}
          aria-busy={status === 'loading' || more === 'loading'}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          className="mx-auto max-w-[760px] px-5 pt-3 max-md:px-4"
        >
          <div className="print:hidden">
            <Virtualizer ref={handle} item={VirtualItem} scrollRef={scroller} startMargin={12}>
              {items.map(row)}
            </Virtualizer>
          </div>
          <PrintedRows>{() => items.map(row)}</PrintedRows>
        </div>
        <div className="pb-6">
          <LoadMore label={t('more')} failedText={t('moreFailed')} state={more} next={next} onMore={loadMore} />
        </div>
      </PaneBody>
      <MenuActions
        entries={fresh > 0 ? [{ label: t('fresh', { count: fresh }), onSelect: () => void showNew() }] : []}
        group={group}
      />
      {fresh > 0 && (
        <div className="pointer-events-none absolute inset-x-0 top-3 z-sticky flex justify-center">
          <Button
            size="sm"
            variant="primary"
            icon={ArrowUp}
            className="pointer-events-auto shadow-2"
            onClick={() => void showNew()}
          >
            {t('fresh', { count: fresh })}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {fresh > 0 && t('fresh', { count: fresh })}
      </p>
    </div>
  )
}
