import { FileText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listLinkedFrom } from '#shared/contract/documents/pages'
import { call } from '../../../platform/api'
import { createKeyedListSlice } from '../../../platform/keyed-list-slice'
import { useDocuments } from '../../documents/store'
import { Section } from './section'

/** The pages that name a logbook, by logbook. */
const useLinkedFrom = createKeyedListSlice('logs.linkedFrom', {
  list: (doc_id: number) => call(listLinkedFrom, { doc_id }),
  nameOf: doc_id => doc_id,
  key: page => page.doc_id,
})

/** The pages that name the logbook; nothing where there are none. */
export function LinkedFrom({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('logs')
  const pages = useLinkedFrom(state => state.lists[doc_id]?.items)
  // A page that names it moves up in the list of documents when it is written.
  const newest = useDocuments(state => state.all.ids[0])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads again when another document was written.
  useEffect(() => void useLinkedFrom.getState().load(doc_id), [doc_id, newest])
  if (!pages || pages.length === 0) return null
  return (
    <Section title={t('side.linkedFrom')}>
      <ul>
        {pages.map(({ doc_id: id, doc_name }) => (
          <li key={id}>
            <a
              href={`#/docs/${id}`}
              className="-mx-1.5 flex items-center gap-2 rounded-xs px-1.5 py-1 text-sm text-default no-underline hover:bg-surface-3 pointer-coarse:min-h-touch"
            >
              <FileText size={16} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{doc_name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
