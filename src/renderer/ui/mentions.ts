import type { RefObject } from 'react'
import type { Person } from '#shared/contract/common'
import { nameKey } from './name-key'
import { useOffers } from './offers'

/** The most people that are offered at once. */
const mostOffered = 6

/** The people whose names follow an @ in a text. Of two names that begin alike, the longer one counts. */
export function mentionedIn(text: string, people: readonly Person[]): number[] {
  const byLength = people.toSorted((one, other) => other.user_displayname.length - one.user_displayname.length)
  const found = new Set<number>()
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = byLength.find(({ user_displayname: name }) => name !== '' && text.startsWith(name, at + 1))
    if (person) found.add(person.user_id)
  }
  return [...found]
}

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  people: readonly Person[]
}

/** Offers people while a name is typed after an @. */
export function useMentions({ people, ...rest }: Options) {
  return useOffers<Person>({
    ...rest,
    sign: '@',
    find(words) {
      const wanted = nameKey(words)
      return people.filter(({ user_displayname: name }) => nameKey(name).includes(wanted)).slice(0, mostOffered)
    },
    textOf: ({ user_displayname: name }) => `@${name} `,
  })
}
