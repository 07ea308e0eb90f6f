import type { Editor, Range } from '@tiptap/core'
import { hrefOfReference, noName, referenceNode } from '#shared/page/references'
import { nameKey } from '../../../../ui/name-key'
import { useDirectory } from '../../../organisations/store'
import { findLinks } from '../../../search/slots'
import type { Offer } from './offer'

const longestName = 40
const mostPeople = 5

/** Puts a reference and a blank where it was asked for. */
function refer(href: string, label: string) {
  const node = { type: referenceNode, attrs: { href, label } }
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
    .slice(0, mostPeople)
    .map(person => ({
      ...{ id: `person-${person.user_id}`, label: person.user_displayname, person },
      choose: refer(hrefOfReference({ kind: 'person', user_id: person.user_id }), `@${person.user_displayname}`),
    }))
}

/** Documents and logs that contain the words, without the page itself; before any word the last written documents. */
export async function placesNamed(words: string, except: number, signal: AbortSignal): Promise<Offer[]> {
  const found = await findLinks(words, signal)
  return found
    .filter(({ id }) => id !== `document-${except}`)
    .map(({ href, ...offer }) => ({ ...offer, choose: refer(href, noName) }))
}

/** What `@` offers: people first, then documents and logs once there are words. */
export async function mentionsNamed(words: string, except: number, signal: AbortSignal): Promise<Offer[]> {
  const people = peopleNamed(words)
  // What is longer than a name is a sentence behind somebody's name.
  if (words.startsWith(' ') || words.length > longestName) return []
  if (words.trim().length < 2) return people
  return [...people, ...(await placesNamed(words, except, signal))]
}
