import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import { typeIcons } from '../../ui/document-icons'
import { IconButton } from '../../ui/icon-button'
import { ListRow, ListSection } from '../../ui/list-row'
import { Menu } from '../../ui/menu'
import { useDocuments } from './store'
import { useUnread } from './unread'
import { usePinEntry } from './use-pin'
import { useSecondLine } from './use-second-line'

/** How many recently opened documents are at the top. */
const maxRecent = 5

interface Props {
  rows: readonly NoteItem[]
  /** Search results are listed by kind only. */
  isSearch: boolean
  current: number | null
}

/** Documents in sections, each in the first one that fits: pinned, recent, and the others by kind. */
export function PinnedAndRecent({ rows, isSearch, current }: Props) {
  const { t } = useTranslation(['logbooks', 'documents'])
  const items = useDocuments(state => state.items)
  const pins = useDocuments(state => state.pinned)
  const opened = useDocuments(state => state.recent)
  const listed = (ids: readonly number[]) => ids.flatMap(id => items[id] ?? [])
  // Pins beyond the first page of pins show once the list has loaded them.
  const pinned = isSearch ? [] : [...new Set([...listed(pins), ...rows])].filter(row => row.is_pinned)
  const recent = isSearch
    ? []
    : listed(opened)
        .filter(row => !row.is_pinned)
        .slice(0, maxRecent)
  const shown = new Set([...pinned, ...recent].map(row => row.doc_id))
  const others = rows.filter(row => !shown.has(row.doc_id))
  const isLogbook = (row: NoteItem) => row.document_type === 'logbook'
  return (
    <>
      <Section title={t('documents:list.pinned')} rows={pinned} current={current} isPinned />
      <Section title={t('documents:list.recent')} rows={recent} current={current} />
      <Section title={t('list.logbooks')} rows={others.filter(isLogbook)} current={current} />
      <Section title={t('list.documents')} rows={others.filter(row => !isLogbook(row))} current={current} />
    </>
  )
}

interface SectionProps {
  title: string
  rows: readonly NoteItem[]
  current: number | null
  isPinned?: boolean
}

function Section({ title, rows, current, isPinned = false }: SectionProps) {
  if (rows.length === 0) return null
  return (
    <>
      <ListSection title={title} />
      <ul>
        {rows.map(row => (
          <Row key={row.doc_id} row={row} isCurrent={row.doc_id === current} isPinned={isPinned} />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  row: NoteItem
  isCurrent: boolean
  isPinned: boolean
}

/**
 * Rendered again only when it changes, and laid out only when it is visible, because a list may have ten thousand rows.
 */
const Row = memo(function Row({ row, isCurrent, isPinned }: RowProps) {
  const { t } = useTranslation(['documents', 'app'])
  const isUnread = useUnread(state => state.ids.includes(row.doc_id))
  const pinEntry = usePinEntry()
  const meta = useSecondLine(row, isPinned)
  const { doc_id, doc_name: name, document_type } = row
  return (
    <li className="group relative flex [contain-intrinsic-size:auto_52px] [content-visibility:auto] *:first:flex-1">
      <ListRow
        href={`#/docs/${doc_id}`}
        icon={typeIcons[document_type]}
        title={
          isUnread ? (
            <>
              <span className="mr-1.5 inline-block size-2 rounded-full bg-accent align-middle" aria-hidden="true" />
              <strong className="font-semibold">{name}</strong>
              <span className="sr-only">{t('app:nav.new')}</span>
            </>
          ) : (
            name
          )
        }
        meta={meta}
        selected={isCurrent}
        trailing={<span className="w-6 shrink-0" />}
      />
      <span className="absolute top-1/2 right-4 -translate-y-1/2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
        <Menu label={t('list.rowOptions', { name })} align="end" entries={[pinEntry(row)]}>
          {trigger => <IconButton {...trigger} size="sm" icon={Ellipsis} label={t('list.rowOptions', { name })} />}
        </Menu>
      </span>
    </li>
  )
})
