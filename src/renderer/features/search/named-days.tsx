import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SearchDays } from '#shared/rules/search-days'
import { usePreferences } from '../../platform/preferences'

/** The days that the words of the search name, which limit it; without them the words are searched for as they are. */
export function NamedDays({ named: { said, range }, onRemove }: { named: SearchDays; onRemove: () => void }) {
  const { t } = useTranslation('searchPage')
  const language = usePreferences(state => state.language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    Date.parse(range.from),
    Date.parse(range.to),
  )
  return (
    <p className="flex flex-wrap items-center gap-2 px-3 text-sm">
      <span className="inline-flex h-control-sm min-w-0 items-center gap-1 rounded-full bg-accent-soft pl-3 text-accent-ink">
        <span className="truncate">
          {said}: {days}
        </span>
        <button
          type="button"
          aria-label={t('named.remove', { said })}
          onClick={onRemove}
          className="relative inline-flex size-control-sm items-center justify-center rounded-full hover:bg-surface-3 pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
        >
          <X size={14} />
        </button>
      </span>
    </p>
  )
}
