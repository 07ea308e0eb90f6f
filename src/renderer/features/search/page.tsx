import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { search as limits } from '#shared/contract/search/limits'
import { browserClock, type Clock } from '../../platform/clock'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { useShortcut } from '../../platform/shortcuts'
import { usePageTitle, useTitle } from '../../platform/title'
import { cx } from '../../ui/cx'
import { TextField } from '../../ui/field'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { useViewport } from '../../ui/use-media'
import { isResult } from './address'
import { BesidePane } from './beside-pane'
import { Filters } from './filters'
import { NamedDays } from './named-days'
import { Results } from './results'
import { searchDelay } from './search-delay'
import { useSearch } from './store'
import { useFollowing } from './use-following'
import { useSearchQuery } from './use-search-query'

/** Names the page, also while what is open beside the results names itself. */
function useOwnTitle(title: string): void {
  const shown = useTitle(state => state.title)
  usePageTitle(title)
  useEffect(() => {
    if (shown !== title) useTitle.getState().name(title)
  }, [shown, title])
}

/** Searches the whole workspace. The search is part of the address, so that it can be bookmarked and shared. */
export function SearchPage({ clock = browserClock }: { clock?: Clock }) {
  const { t } = useTranslation(['searchPage', 'search'])
  const { number } = useFormat()
  const { params, query, named, change, beside, open } = useSearchQuery()
  const [words, setWords] = useState(params.query)
  const field = useRef<HTMLInputElement>(null)
  const hits = useRef<HTMLDivElement>(null)
  const counts = useSearch(state => state.counts)
  const status = useSearch(state => state.status)
  const isWide = useViewport() === 'desktop'
  const shown = isWide && beside !== null && isResult(beside) ? beside : null
  useOwnTitle(params.query ? t('titleOf', { query: params.query }) : t('search:title'))
  const follow = useFollowing(shown, open, clock)
  const close = () => {
    const hasFocus = hits.current?.contains(document.activeElement)
    if (!hasFocus) hits.current?.querySelector<HTMLElement>('[data-hits] a[aria-current]')?.focus()
    open(null)
  }
  useShortcut({ keys: 'escape', label: t('close'), group: t('search:title'), isOn: shown !== null }, event => {
    // Panels of what is open close first.
    if (!(event?.target instanceof Element && event.target.closest('aside'))) close()
  })

  useEffect(() => {
    const { search, clear } = useSearch.getState()
    if (query.query === '') clear()
    else void search(query)
  }, [query])
  // The address changed in another way, for example by the back button or the palette.
  useEffect(() => setWords(now => (now.trim() === params.query ? now : params.query)), [params.query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing is delayed.
  useEffect(() => {
    const typed = words.trim()
    if (typed === params.query) return
    return clock.after(searchDelay, () => change({ query: typed }))
  }, [words, clock])
  useShortcut({ keys: '/', label: t('field'), group: t('search:title') }, () => field.current?.focus())

  const clearFilters = () => change({ kinds: [], from: '', to: '', ...(named && { query: named.rest }) })
  const isNarrowed = params.kinds.length > 0 || params.from !== '' || params.to !== '' || named !== null
  const found = counts
    .filter(({ kind }) => params.kinds.length === 0 || params.kinds.includes(kind))
    .reduce((sum, count) => ({ count: sum.count + count.found, isMore: sum.isMore || count.is_more }), {
      count: 0,
      isMore: false,
    })
  return (
    <Panes>
      <Pane
        // The element stays the same, so that the list keeps its place and the focus.
        role={shown === null ? 'main' : 'region'}
        aria-label={t('search:title')}
        className={cx(shown !== null && 'max-w-105 border-r border-line print:hidden')}
      >
        <PaneHeader title={t('search:title')} headingLevel={shown === null ? 1 : 2} />
        <PaneBody>
          <div ref={hits} className="mx-auto grid max-w-[760px] grid-cols-1 gap-3 px-5 py-4 max-md:px-4">
            <TextField
              ref={field}
              autoFocus={params.query === ''}
              type="search"
              size="lg"
              label={t('field')}
              hideLabel
              icon={Search}
              placeholder={t('placeholder')}
              maxLength={limits.queryLength}
              value={words}
              onChange={event => setWords(event.target.value)}
              onKeyDown={event => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) change({ query: words.trim() })
                if (event.key === 'Escape') field.current?.blur()
                if (event.key === 'ArrowDown' && !event.nativeEvent.isComposing) {
                  event.preventDefault()
                  hits.current?.querySelector<HTMLElement>('[data-hits] a')?.focus()
                }
              }}
            />
            <MenuActions
              entries={[
                { label: t('clear'), disabled: !isNarrowed, onSelect: clearFilters },
                ...(named
                  ? [{ label: t('named.remove', { said: named.said }), onSelect: () => change({ isLiteral: true }) }]
                  : []),
              ]}
              group={t('search:title')}
            />
            <Filters
              kinds={params.kinds}
              counts={params.query === '' ? null : counts}
              from={params.from}
              to={params.to}
              onChange={change}
            />
            {named && <NamedDays named={named} onRemove={() => change({ isLiteral: true })} />}
            <p role="status" className="min-h-[1.2em] px-3 text-xs text-muted">
              {status === 'loading' && t('search:searching')}
              {status === 'ready' &&
                found.count > 0 &&
                t(found.isMore ? 'foundMore' : 'found', { count: found.count, number: number(found.count) })}
            </p>
            <Results
              onClear={isNarrowed ? clearFilters : null}
              onSearch={query => change({ query })}
              beside={shown}
              onOpen={isWide ? address => open(address) : null}
              onReach={follow}
            />
          </div>
        </PaneBody>
      </Pane>
      {shown !== null && <BesidePane address={shown} onAddress={address => open(address)} onClose={close} />}
    </Panes>
  )
}
