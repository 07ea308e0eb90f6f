import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'

interface Props {
  query: string
  count: number
  /** The number of the current match, from 1. */
  at: number
  onQuery: (query: string) => void
  onMove: (by: 1 | -1) => void
}

/** Searches the transcript and moves between matches. */
export function SearchField({ query, count, at, onQuery, onMove }: Props) {
  const { t } = useTranslation('meetings')
  const hasQuery = query.trim() !== ''
  return (
    <search className="flex min-w-0 flex-1 basis-56 items-center gap-1">
      <TextField
        type="search"
        quiet
        hideLabel
        className="min-w-0 flex-1"
        label={t('search.label')}
        placeholder={t('search.label')}
        icon={Search}
        value={query}
        onChange={event => onQuery(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && query) {
            event.preventDefault()
            onQuery('')
          } else if (event.key === 'Enter' && count > 0) {
            event.preventDefault()
            onMove(event.shiftKey ? -1 : 1)
          }
        }}
      />
      <p role="status" className="shrink-0 text-xs whitespace-nowrap text-muted tabular-nums">
        {hasQuery && (count === 0 ? t('search.none') : t('search.place', { at, count }))}
      </p>
      {hasQuery && count > 0 && (
        <>
          <IconButton icon={ChevronUp} size="sm" label={t('search.previous')} onClick={() => onMove(-1)} />
          <IconButton icon={ChevronDown} size="sm" label={t('search.next')} onClick={() => onMove(1)} />
        </>
      )}
    </search>
  )
}
