import { Search, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchHit, SearchKind } from '#shared/contract/search/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useShortcut } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { LoadMore } from '../../ui/load-more'
import { useLocalKeys } from '../../ui/local-keys'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { besideOf, keyOf } from './address'
import { HitRow } from './hit-row'
import { Marked } from './marked'
import { RecentSearches, rememberSearch } from './recent'
import { useSearch } from './store'

/** The results by kind, the kind of the best one first, each in their order. */
function byKind(hits: readonly SearchHit[]): [SearchKind, SearchHit[]][] {
  const groups = new Map<SearchKind, SearchHit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.kind)
    if (group) group.push(hit)
    else groups.set(hit.kind, [hit])
  }
  return [...groups]
}

const heading = 'px-3 pb-1 text-xs font-semibold text-muted'

interface Props {
  /** Clears the filters; null if there are none. */
  onClear: (() => void) | null
  /** Searches for words again. */
  onSearch: (query: string) => void
  /** The address of the result that is open beside the others; null if none is. */
  beside: string | null
  /** Opens a result beside the others; null where there is no room. */
  onOpen: ((address: string) => void) | null
  /** The keyboard reached a result; null for one that has no page. */
  onReach: (address: string | null) => void
}

/** The results, or why there are none. */
export function Results({ onClear, onSearch, beside, onOpen, onReach }: Props) {
  const { t } = useTranslation(['searchPage', 'search', 'app'])
  const errorText = useErrorText()
  const { items: hits, status, failure, query, corrected, load } = useSearch()
  const list = useRef<HTMLUListElement>(null)
  const groups = useMemo(() => byKind(hits), [hits])
  const found = status === 'ready' && hits.length > 0 ? query.query : ''
  useEffect(() => {
    if (found !== '') rememberSearch(found)
  }, [found])
  const shown = useMemo(() => groups.flatMap(([, ofKind]) => ofKind), [groups])
  useRowKeys(list, at => {
    const hit = shown[at]
    if (hit) onReach(besideOf(hit))
  })
  const hasShown = shown.length > 0
  // The list became narrower, or the page was reloaded: what is open stays in sight.
  useEffect(() => {
    if (beside !== null && hasShown)
      list.current?.querySelector('a[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [beside, hasShown])

  if (status === 'idle')
    return (
      <>
        <RecentSearches onChoose={onSearch} />
        <StateBlock icon={Search} title={t('start')} text={t('startText')} />
      </>
    )
  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  }
  if (hits.length === 0 && status === 'loading') return <SkeletonRows label={t('search:searching')} />
  if (hits.length === 0) {
    return (
      <>
        <StateBlock
          tone="neutral"
          icon={SearchX}
          title={t('none', { query: query.query })}
          actions={
            onClear && (
              <Button size="sm" onClick={onClear}>
                {t('clear')}
              </Button>
            )
          }
        />
        <ul className="mx-auto grid max-w-[420px] list-disc gap-1 px-8 pb-6 text-sm text-muted">
          <li>{t('tips.fewer')}</li>
          <li>{t('tips.quotes')}</li>
          <li>{t('tips.without')}</li>
        </ul>
      </>
    )
  }
  return (
    <>
      {corrected && (
        <p className="px-3 pb-2 text-sm text-muted">
          {t('corrected')}{' '}
          <span className="text-default">
            <Marked>{corrected}</Marked>
          </span>
        </p>
      )}
      <ul
        ref={list}
        data-hits
        aria-label={t('hits')}
        aria-busy={status === 'loading'}
        className="grid grid-cols-1 gap-3"
      >
        {groups.map(([kind, ofKind]) => (
          <li key={kind}>
            <h2 id={`hits-${kind}`} className={groups.length > 1 ? heading : 'sr-only'}>
              {t(`search:kind.${kind}`)}
            </h2>
            <ul aria-labelledby={`hits-${kind}`} className="grid grid-cols-1 gap-0.5">
              {ofKind.map(hit => {
                const address = besideOf(hit)
                return (
                  <li key={keyOf(hit)}>
                    <HitRow
                      hit={hit}
                      isOpen={address !== null && address === beside}
                      onOpen={address !== null && onOpen ? () => onOpen(address) : null}
                    />
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
      <More />
    </>
  )
}

function More() {
  const { t } = useTranslation(['searchPage', 'search'])
  const next = useSearch(state => state.next)
  const more = useSearch(state => state.more)
  return <LoadMore label={t('more')} failedText={t('moreFailed')} state={more} next={next} onMore={loadMore} />
}

const loadMore = () => void useSearch.getState().loadMore()

/** j and k, and the arrow keys once a result has the focus, move along the results; Enter follows the link. */
function useRowKeys(list: { current: HTMLElement | null }, onReach: (at: number) => void): void {
  const { t } = useTranslation(['searchPage', 'search'])
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))
    links[to]?.focus()
    onReach(to)
  }
  const press = useLocalKeys('results', [
    { keys: ['ArrowUp', 'ArrowDown'], does: 'result', run: key => move(key === 'ArrowUp' ? -1 : 1) },
  ])
  useEffect(() => {
    const element = list.current
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  })
  useShortcut({ keys: 'j', label: t('next'), group: t('search:title') }, () => move(1))
  useShortcut({ keys: 'k', label: t('previous'), group: t('search:title') }, () => move(-1))
}
