import { onSessionEnd } from '../../platform/session'
import { useTitle } from '../../platform/title'

let place: string | undefined

/** The page that the person came to Mate from, such as `#/docs/3`: a question is likely to be about it. */
export const placeAskedFrom = (): string | undefined => place

/** Follows the person through the app; every page names itself when it opens. */
export function followPlaces(): void {
  useTitle.subscribe(() => {
    const { hash } = location
    if (hash.startsWith('#/') && !/^#\/(chat|login|logout|verify|workspace)(?![\w-])/.test(hash)) place = hash
  })
  onSessionEnd(() => {
    place = undefined
  })
}
