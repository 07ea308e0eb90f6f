import { CloudAlert, Ellipsis, Mic, NotebookText, Plus, RefreshCw, Search, SearchX, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { browserClock, type Clock } from '../../platform/clock'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import { Kbd } from '../../ui/kbd'
import { LoadMore } from '../../ui/load-more'
import { Menu } from '../../ui/menu'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useCan } from '../organisations/store'
import { DeletedDialog } from './deleted-dialog'
import { Shelf } from './shelf'
import { useLogbooks } from './store'

/** How long after the last key press is searched; milliseconds. */
export const searchAfter = 200

interface Props {
  /** The document that is open; null for none. */
  current: number | null
  onNew: () => void
  clock?: Clock
}

/** The documents that the person may read, with a search over their names. */
export function ListPane({ current, onNew, clock = browserClock }: Props) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const [isDeletedOpen, setDeletedOpen] = useState(false)
  const canCreate = useCan('logbooks.create')
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(() => useLogbooks.getState().found?.query ?? '')
  const status = useLogbooks(state => state.all.status)
  useEffect(() => {
    if (status === 'idle') void useLogbooks.getState().load()
  }, [status])
  useEffect(() => {
    return clock.after(words.trim() ? searchAfter : 0, () => void useLogbooks.getState().search(words))
  }, [words, clock])
  useShortcut({ keys: '/', label: t('list.search'), group: t('title') }, () => field.current?.focus())

  return (
    <Pane as={current === null ? 'main' : 'section'} kind="list" aria-label={t('title')} onPhone={current === null}>
      <PaneHeader
        plain
        title={t('title')}
        headingLevel={current === null ? 1 : 2}
        actions={
          <>
            {canCreate && <IconButton icon={Plus} label={t('new.open')} onClick={onNew} />}
            <Menu
              label={t('documents:shelf.list')}
              align="end"
              entries={[
                ...(canCreate ? [{ label: t('documents:new.recording'), icon: Mic, href: '#/meeting' }] : []),
                { label: t('documents:shelf.deleted'), icon: Trash2, onSelect: () => setDeletedOpen(true) },
              ]}
            >
              {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('documents:shelf.list')} />}
            </Menu>
          </>
        }
      />
      <div className="px-3 pb-1.5">
        <TextField
          ref={field}
          type="search"
          label={t('list.search')}
          hideLabel
          quiet
          icon={Search}
          placeholder={t('list.placeholder')}
          trailing={
            words === '' && (
              <span className="pointer-coarse:hidden">
                <Kbd>/</Kbd>
              </span>
            )
          }
          value={words}
          onChange={event => setWords(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape' && words) {
              event.preventDefault()
              setWords('')
            } else if (event.key === 'Escape') field.current?.blur()
          }}
        />
      </div>
      <PaneBody>
        <Rows current={current} onNew={canCreate ? onNew : null} onClear={() => setWords('')} />
      </PaneBody>
      {isDeletedOpen && <DeletedDialog onClose={() => setDeletedOpen(false)} />}
    </Pane>
  )
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
  const all = useLogbooks(state => state.all)
  const found = useLogbooks(state => state.found)
  const items = useLogbooks(state => state.items)
  const list = useRef<HTMLElement>(null)
  useRowKeys(list, current === null)

  const { ids, status, failure } = found ?? all
  const rows = ids.flatMap(id => items[id] ?? [])
  if (status === 'failed') {
    return (
      <StateBlock
        tone="danger"
        icon={CloudAlert}
        title={t('list.failed')}
        text={failure && errorText(failure)}
        actions={
          <Button
            variant="primary"
            size="sm"
            icon={RefreshCw}
            onClick={() => void (found ? useLogbooks.getState().search(found.query) : useLogbooks.getState().load())}
          >
            {t('app:action.tryAgain')}
          </Button>
        }
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
    <nav ref={list} aria-label={t('title')} className="pb-3">
      <Shelf rows={rows} isSearch={found !== null} current={current} />
      <More />
    </nav>
  )
}

function More() {
  const { t } = useTranslation('logbooks')
  const { next, more } = useLogbooks(state => state.found ?? state.all)
  return (
    <LoadMore label={t('list.more')} failedText={t('list.moreFailed')} state={more} next={next} onMore={loadMore} />
  )
}

const loadMore = () => void useLogbooks.getState().loadMore()

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
