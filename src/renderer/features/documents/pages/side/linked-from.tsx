import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listLinkedFrom } from '#shared/contract/documents/pages'
import type { Answer } from '#shared/contract/endpoint'
import { call } from '../../../../platform/api'
import { useDocuments } from '../../store'
import { typeIcons } from '../../type-icons'
import { SideSection } from './side-section'

/** The pages that name this one; nothing where there are none. */
export function LinkedFrom({ doc_id }: { doc_id: number }) {
  const { t } = useTranslation('pages')
  const [pages, setPages] = useState<Answer<typeof listLinkedFrom>>([])
  // Another page that names this one moves up in the list when it is written.
  const newest = useDocuments(state => state.all.ids[0])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads again when another document was written.
  useEffect(() => {
    let isHere = true
    void call(listLinkedFrom, { doc_id }).then(outcome => {
      if (isHere && outcome.ok) setPages(outcome.data)
    })
    return () => {
      isHere = false
    }
  }, [doc_id, newest])
  if (pages.length === 0) return null
  return (
    <SideSection title={t('linkedFrom')} as="nav">
      <ul>
        {pages.map(page => {
          const Icon = typeIcons[page.document_type]
          return (
            <li key={page.doc_id}>
              <a
                href={`#/docs/${page.doc_id}`}
                className="flex items-center gap-2 rounded-sm px-2 py-1 text-sm text-default no-underline hover:bg-surface-3 pointer-coarse:min-h-touch"
              >
                <Icon size={16} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate">{page.doc_name}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </SideSection>
  )
}
