import { type RefObject, useEffect, useState } from 'react'
import { linkText } from '#shared/page/references'
import type { Icon } from './icon'
import { nameKey } from './name-key'
import { useOffers } from './offers'

/** Something to which a text can link. */
export interface LinkOffer {
  id: string
  label: string
  /** Tells apart offers with the same label. */
  hint?: string | undefined
  icon: Icon
  /** Its address in the app. */
  href: string
}

/** Finds what the person may see and link to. Without words it returns what was written last. */
export type FindLinks = (words: string, signal: AbortSignal) => Promise<readonly LinkOffer[]>

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  find: FindLinks
}

const none: readonly LinkOffer[] = []

/** Offers links while words are typed after `[[`. */
export function useLinks({ find, ...rest }: Options) {
  const [found, setFound] = useState<{ words: string; links: readonly LinkOffer[] }>({ words: '', links: none })
  /** Until an answer arrives, what was found before and still fits. */
  const fitting = (words: string) =>
    words === found.words ? found.links : found.links.filter(({ label }) => nameKey(label).includes(nameKey(words)))
  const offers = useOffers<LinkOffer>({
    ...rest,
    sign: '[[',
    find: fitting,
    textOf: ({ href, label }) => `[${linkText(label)}](${href}) `,
  })
  const { words } = offers
  useEffect(() => {
    // Brackets that are closed by hand link to nothing.
    if (words === null || words.includes(']')) return setFound({ words: '', links: none })
    const asked = new AbortController()
    find(words, asked.signal).then(
      links => {
        if (!asked.signal.aborted) setFound({ words, links })
      },
      () => setFound({ words, links: none }),
    )
    return () => asked.abort()
  }, [words, find])
  return offers
}

interface Offered {
  mentions?: { chosen: { user_id: number } | undefined }
  links: { chosen: LinkOffer | undefined }
}

/** What names to screen readers the list of people or links that is open below a field, and its chosen option. */
export function offeredAria(id: string, { mentions, links }: Offered) {
  if (mentions?.chosen)
    return { 'aria-controls': `${id}-people`, 'aria-activedescendant': `${id}-people-${mentions.chosen.user_id}` }
  if (links.chosen) return { 'aria-controls': `${id}-links`, 'aria-activedescendant': `${id}-links-${links.chosen.id}` }
  return {}
}
