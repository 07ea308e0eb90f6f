import { ScrollText } from 'lucide-react'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { type SearchHit, search } from '#shared/contract/search/endpoints'
import { hrefOfReference } from '#shared/page/references'
import { call } from '../../../platform/api'
import { typeIcons } from '../../../ui/document-icons'
import type { LinkOffer } from '../../../ui/links'

const mostOffered = 6

const titleOf = ({ title }: SearchHit) => title.map(({ text }) => text).join('')

function offerOf(hit: SearchHit): LinkOffer[] {
  const label = titleOf(hit)
  if (hit.kind === 'document') {
    const { doc_id, document_type } = hit
    const href = hrefOfReference({ kind: 'document', doc_id })
    return [{ id: `document-${doc_id}`, label, icon: typeIcons[document_type], href }]
  }
  if (hit.kind !== 'log') return []
  const { doc_id, log_id, doc_name: hint } = hit
  const href = hrefOfReference({ kind: 'log', doc_id, log_id })
  return [{ id: `log-${log_id}`, label: label || hint, hint, icon: ScrollText, href }]
}

/**
 * Documents and logs that the person may see and that contain the words; before any word the last written documents.
 */
export async function placesNamed(words: string, signal: AbortSignal): Promise<LinkOffer[]> {
  if (words.trim() === '') {
    const outcome = await call(listDocuments, { limit: mostOffered }, { signal })
    if (!outcome.ok) return []
    return outcome.data.map(({ doc_id, doc_name: label, document_type }) => ({
      ...{ id: `document-${doc_id}`, label, icon: typeIcons[document_type] },
      href: hrefOfReference({ kind: 'document', doc_id }),
    }))
  }
  const kinds = ['document' as const, 'log' as const]
  const outcome = await call(search, { query: words.trim().slice(0, 100), kinds, limit: mostOffered }, { signal })
  return outcome.ok ? outcome.data.hits.flatMap(offerOf) : []
}
