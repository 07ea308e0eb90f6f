import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { SearchHit } from '#shared/contract/search/endpoints'
import { clockText } from '../../platform/clock-text'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import { hrefOf } from './address'
import { iconOf } from './icons'
import { Marked } from './marked'

interface Props {
  hit: SearchHit
  /** Whether it is open beside the results. */
  isOpen: boolean
  /** Opens it beside the results; null where it opens as a page. */
  onOpen: (() => void) | null
}

/** A search result: its name, the best matching excerpt, its location, the author and the time. */
export function HitRow({ hit, isOpen, onOpen }: Props) {
  const { t } = useTranslation(['searchPage', 'search'])
  const format = useFormat()
  const { pathname, search } = useLocation()
  const Glyph = iconOf(hit)
  const facts = [
    t(`search:one.${hit.kind === 'source' ? hit.source.kind : hit.kind}`),
    'doc_name' in hit && hit.doc_name,
    hit.kind === 'frame' && hit.source_name,
    hit.kind === 'task' && hit.branch_name,
    hit.kind === 'message' && hit.chat_name !== hit.by && hit.chat_name,
    hit.by ?? (hit.kind === 'transcript' && t('speaker', { number: hit.speaker })),
    hit.kind === 'transcript' && clockText(hit.start),
    hit.at && format.dayAndTime(hit.at),
  ].filter(Boolean)
  return (
    <a
      href={hrefOf(hit, pathname + search)}
      aria-current={isOpen || undefined}
      onClick={event => {
        // With these keys the browser opens another tab or window; what is open already leads on to its page.
        if (!onOpen || isOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen()
      }}
      className={cx(
        'flex min-w-0 gap-3 rounded-md px-3 py-2.5 text-default no-underline pointer-coarse:min-h-touch',
        isOpen ? 'bg-accent-soft' : 'hover:bg-surface-2',
      )}
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-sm bg-surface-3 text-muted">
        <Glyph size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-base font-medium break-words">
          <Marked>{hit.title}</Marked>
        </span>
        {hit.excerpt.length > 0 && (
          <span className="mt-0.5 line-clamp-2 block text-sm break-words text-muted">
            <Marked>{hit.excerpt}</Marked>
          </span>
        )}
        <span className="mt-0.5 line-clamp-2 block text-xs break-words text-muted">{facts.join(' · ')}</span>
      </span>
    </a>
  )
}
