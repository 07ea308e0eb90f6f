import type { Editor, Range } from '@tiptap/core'
import { NotebookText, ScrollText } from 'lucide-react'
import { type SearchHit, search } from '#shared/contract/search/endpoints'
import { hrefOfReference, type Reference, referenceNode } from '#shared/page/references'
import { call } from '../../../../platform/api'
import { typeIcons } from '../../../../ui/document-icons'
import { nameKey } from '../../../../ui/name-key'
import { useDirectory } from '../../../organisations/store'
import { knownDocuments, useDocuments } from '../../store'
import type { Offer } from './offer'

const longestName = 40
const most = { people: 5, others: 6 }

/** Puts a reference and a blank where it was asked for. */
function refer(reference: Reference, label: string) {
  const node = { type: referenceNode, attrs: { href: hrefOfReference(reference), label } }
  return (editor: Editor, typed: Range) =>
    void editor
      .chain()
      .focus()
      .insertContentAt(typed, [node, { type: 'text', text: ' ' }])
      .run()
}

/** The people whose names contain the words. */
export function peopleNamed(words: string): Offer[] {
  void useDirectory.getState().open()
  const key = nameKey(words)
  return useDirectory
    .getState()
    .items.filter(({ user_displayname: name }) => nameKey(name).includes(key))
    .slice(0, most.people)
    .map(person => ({
      ...{ id: `person-${person.user_id}`, label: person.user_displayname, person },
      choose: refer({ kind: 'person', user_id: person.user_id }, `@${person.user_displayname}`),
    }))
}

const titleOf = ({ title }: SearchHit) => title.map(({ text }) => text).join('')

function offerOf(hit: SearchHit): Offer[] {
  const label = titleOf(hit)
  if (hit.kind === 'document') {
    const { doc_id } = hit
    const icon = typeIcons[hit.document_type]
    return [{ id: `document-${doc_id}`, label, icon, choose: refer({ kind: 'document', doc_id }, label) }]
  }
  if (hit.kind !== 'log') return []
  const { doc_id, log_id, doc_name } = hit
  const choose = refer({ kind: 'log', doc_id, log_id }, label || doc_name)
  return [{ id: `log-${log_id}`, label: label || doc_name, hint: doc_name, icon: ScrollText, choose }]
}

/** Documents and logs that contain the words, without the page itself; before any word the last written documents. */
export async function placesNamed(words: string, except: number, signal?: AbortSignal): Promise<Offer[]> {
  if (words.trim() === '') {
    const { all, load } = useDocuments.getState()
    if (all.status === 'idle') await load()
    return knownDocuments()
      .filter(({ doc_id }) => doc_id !== except)
      .slice(0, most.others)
      .map(({ doc_id, doc_name, document_type }) => ({
        ...{ id: `document-${doc_id}`, label: doc_name, icon: typeIcons[document_type] ?? NotebookText },
        choose: refer({ kind: 'document', doc_id }, doc_name),
      }))
  }
  const query = { query: words.trim().slice(0, 100), kinds: ['document' as const, 'log' as const], limit: most.others }
  const outcome = await call(search, query, signal ? { signal } : {})
  return outcome.ok ? outcome.data.hits.flatMap(offerOf).filter(({ id }) => id !== `document-${except}`) : []
}

/** What `@` offers: people first, then documents and logs once there are words. */
export async function mentionsNamed(words: string, except: number, signal: AbortSignal): Promise<Offer[]> {
  const people = peopleNamed(words)
  // What is longer than a name is a sentence behind somebody's name.
  if (words.startsWith(' ') || words.length > longestName) return []
  if (words.trim().length < 2) return people
  return [...people, ...(await placesNamed(words, except, signal))]
}
