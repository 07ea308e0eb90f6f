import { Ellipsis, Inbox, Mic, NotebookText, Plus, Search, SearchX, Trash2 } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentOrder } from '#shared/contract/documents/endpoints'
import { useErrorText } from '../../i18n/texts'
import { browserClock, type Clock } from '../../platform/clock'
import { MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { ListRow } from '../../ui/list-row'
import { ListSearch } from '../../ui/list-search'
import { LoadFailed } from '../../ui/load-failed'
import { LoadMore } from '../../ui/load-more'
import { Menu, type MenuEntry } from '../../ui/menu'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useCan } from '../organisations/store'
import { DeletedDialog } from './deleted-dialog'
import { listOrder, useListOrder } from './list-order'
import { PinnedAndRecent } from './pinned-and-recent'
import { useDocuments } from './store'
import { useUnread } from './unread'

/** Milliseconds between the last key press and the search. */
export const searchDelay = 200

interface Props {
  /** The open document; null for none. */
  current: number | null
  /** Whether what is new is shown in place of a document. */
  isCatchingUp?: boolean
  onNew: () => void
  clock?: Clock
}

/** The documents that the person may read, with a search by name. */
export function ListPane({ current, isCatchingUp = false, onNew, clock = browserClock }: Props) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const [isDeletedOpen, setDeletedOpen] = useState(false)
  const canCreate = useCan('logbooks.create')
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(() => useDocuments.getState().found?.query ?? '')
  const status = useDocuments(state => state.all.status)
  const orderEntry = useOrderEntry()
  const isAlone = current === null && !isCatchingUp
  const clear = () => {
    setWords('')
    void useDocuments.getState().search('')
  }
  // Opening a document ends the search.
  useEffect(() => {
    if (current === null) return
    setWords('')
    void useDocuments.getState().search('')
  }, [current])
  useEffect(() => {
    if (status === 'idle') void useDocuments.getState().load()
  }, [status])
  useEffect(() => {
    return clock.after(words.trim() ? searchDelay : 0, () => void useDocuments.getState().search(words))
  }, [words, clock])
  useShortcut({ keys: '/', label: t('list.search'), group: t('title') }, () => field.current?.focus())

  const entries: MenuEntry[] = [
    ...(canCreate ? [{ label: t('documents:new.recording'), icon: Mic, href: '#/meeting' }] : []),
    orderEntry,
    { kind: 'separator' },
    { label: t('documents:list.deleted'), icon: Trash2, onSelect: () => setDeletedOpen(true) },
  ]
  return (
    <Pane as={isAlone ? 'main' : 'section'} kind="list" aria-label={t('title')} onPhone={isAlone}>
      <PaneHeader
        plain
        title={t('title')}
        headingLevel={isAlone ? 1 : 2}
        actions={
          <>
            {canCreate && <IconButton icon={Plus} label={t('new.open')} onClick={onNew} />}
            <Menu label={t('documents:list.listOptions')} align="end" entries={entries}>
              {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('documents:list.listOptions')} />}
            </Menu>
            <MenuActions entries={entries} group={t('title')} />
          </>
        }
      />
      <div className="px-3 pb-1.5">
        <ListSearch
          field={field}
          label={t('list.search')}
          placeholder={t('list.placeholder')}
          words={words}
          onChange={setWords}
        />
      </div>
      <PaneBody>
        {!words.trim() && <CatchUpRow isOpen={isCatchingUp} />}
        <Rows current={current} onNew={canCreate ? onNew : null} onClear={() => setWords('')} />
        {words.trim() && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside is pressed, by keys too.
          // biome-ignore lint/a11y/noStaticElementInteractions: as above.
          <div className="sticky bottom-0 border-t border-line bg-surface-2 py-2 max-md:bg-surface-1" onClick={clear}>
            <ListRow
              href={`#/search?q=${encodeURIComponent(words.trim())}`}
              icon={Search}
              title={t('list.everywhere', { query: words.trim() })}
            />
          </div>
        )}
      </PaneBody>
      {isDeletedOpen && <DeletedDialog onClose={() => setDeletedOpen(false)} />}
    </Pane>
  )
}

/** Leads to what is new in the documents. It comes with them, new or not, so that it pushes nothing down later. */
function CatchUpRow({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const count = useUnread(state => state.ids.length)
  const isEmpty = useDocuments(state => state.all.ids.length === 0)
  if (isEmpty && !isOpen) return null
  return (
    <div className="pb-1">
      <ListRow
        href="#/docs/unread"
        icon={Inbox}
        title={t('list.catchUp')}
        meta={count > 0 ? t('documents:list.catchUpText', { count }) : t('documents:list.catchUpNone')}
        selected={isOpen}
      />
    </div>
  )
}

/** The menu entry that orders the list. */
function useOrderEntry(): MenuEntry {
  const { t } = useTranslation('documents')
  useListOrder()
  useSession(state => state.organizationId)
  const chosen = listOrder()
  const orders: DocumentOrder[] = ['written', 'name']
  return {
    kind: 'choice',
    label: t('list.order'),
    options: orders.map(order => ({
      label: t(`list.by.${order}`),
      checked: order === chosen,
      onSelect: () => void useDocuments.getState().order(order),
    })),
  }
}

/**
 * Keeps the order of ids while the pointer or the keyboard focus is on the list, so that a row does not move under the
 * pointer; new ones are appended.
 */
function useSteady(ids: readonly number[]) {
  const [kept, setKept] = useState<readonly number[] | null>(null)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPressed = useRef(false)
  const present = new Set(ids)
  const known = new Set(kept)
  const shown = kept ? [...kept.filter(id => present.has(id)), ...ids.filter(id => !known.has(id))] : ids
  const hold = () => setKept(before => before ?? ids)
  const release = (isHeld: boolean) => !isHeld && setKept(null)
  return {
    shown,
    holds: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        // A touch does not announce where it will go next.
        if (pointerType === 'touch') return
        setPointed(true)
        hold()
      },
      onPointerLeave: () => {
        isPressed.current = false
        setPointed(false)
        release(isFocused)
      },
      onPointerDown: () => {
        isPressed.current = true
      },
      onPointerUp: () => {
        isPressed.current = false
      },
      onFocus: () => {
        // A pressed row keeps the focus while its document is being read.
        if (isPressed.current) return
        setFocused(true)
        hold()
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return
        setFocused(false)
        release(isPointed)
      },
    },
  }
}

function Rows({
  current,
  onNew,
  onClear,
}: {
  current: number | null
  onNew: (() => void) | null
  onClear: () => void
}) {
  const { t } = useTranslation(['logbooks', 'app'])
  const errorText = useErrorText()
  const all = useDocuments(state => state.all)
  const found = useDocuments(state => state.found)
  const items = useDocuments(state => state.items)
  const list = useRef<HTMLElement>(null)
  useRowKeys(list, current === null)

  const { status, failure } = found ?? all
  const { shown, holds } = useSteady(all.ids)
  const ids = found?.ids ?? shown
  const rows = ids.flatMap(id => items[id] ?? [])
  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('list.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void (found ? useDocuments.getState().search(found.query) : useDocuments.getState().load())}
      />
    )
  }
  if (rows.length === 0 && status !== 'ready') return <SkeletonRows label={t('list.loading')} />
  if (rows.length === 0 && found) {
    return (
      <StateBlock
        tone="neutral"
        icon={SearchX}
        title={t('list.none', { query: found.query })}
        actions={
          <Button size="sm" onClick={onClear}>
            {t('list.clear')}
          </Button>
        }
      />
    )
  }
  if (rows.length === 0) {
    return (
      <StateBlock
        icon={NotebookText}
        title={t('list.empty')}
        text={onNew ? t('list.emptyText') : t('list.emptyForbidden')}
        actions={
          onNew && (
            <Button variant="primary" size="sm" icon={Plus} onClick={onNew}>
              {t('new.open')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <nav ref={list} aria-label={t('title')} className="pb-3" {...holds}>
      <PinnedAndRecent rows={rows} isSearch={found !== null} current={current} />
      <More />
    </nav>
  )
}

function More() {
  const { t } = useTranslation('logbooks')
  const { next, more } = useDocuments(state => state.found ?? state.all)
  return (
    <LoadMore label={t('list.more')} failedText={t('list.moreFailed')} state={more} next={next} onMore={loadMore} />
  )
}

const loadMore = () => void useDocuments.getState().loadMore()

/** j and k move along the rows while no document is open; Enter follows the link. */
function useRowKeys(list: { current: HTMLElement | null }, isOn: boolean): void {
  const { t } = useTranslation('logbooks')
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))]?.focus()
  }
  useShortcut({ keys: 'j', label: t('list.next'), group: t('title'), isOn }, () => move(1))
  useShortcut({ keys: 'k', label: t('list.previous'), group: t('title'), isOn }, () => move(-1))
}
