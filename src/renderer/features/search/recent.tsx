import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'
import { MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'

const key = 'search.recent'
const most = 8
const Recent = z.array(z.string()).catch([])

/** The searches of this person in this workspace on this device, the newest first. */
const recentSearches = (): string[] => Recent.parse(readDraft(key) ?? [])

/** Remembers a search that had results; what only continues the one before replaces it. */
export function rememberSearch(query: string): void {
  const [last, ...older] = recentSearches()
  const others = last !== undefined && query.startsWith(last) ? older : [last, ...older]
  const kept = others.filter(other => other !== undefined && other !== query)
  writeDraft(key, [query, ...kept].slice(0, most))
}

/** Recent searches, to be searched again; renders nothing if there are none. */
export function RecentSearches({ onChoose }: { onChoose: (query: string) => void }) {
  const { t } = useTranslation(['searchPage', 'search'])
  const [searches, setSearches] = useState(recentSearches)
  if (searches.length === 0) return null
  const forget = () => {
    clearDraft(key)
    setSearches([])
  }
  return (
    <section aria-labelledby="recent" className="px-3">
      <div className="flex items-center gap-2">
        <h2 id="recent" className="flex-1 text-xs font-semibold text-muted">
          {t('recent')}
        </h2>
        <MenuActions entries={[{ label: t('forget'), onSelect: forget }]} group={t('search:title')} />
        <Button size="sm" variant="quiet" onClick={forget}>
          {t('forget')}
        </Button>
      </div>
      <ul>
        {searches.map(query => (
          <li key={query}>
            <button
              type="button"
              onClick={() => onChoose(query)}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left text-sm hover:bg-surface-3 pointer-coarse:min-h-touch"
            >
              <History size={16} className="shrink-0 text-muted" />
              <span className="truncate">{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
