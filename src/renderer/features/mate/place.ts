import { mate } from '#shared/limits'
import { onSessionEnd } from '../../platform/session'
import { useTitle } from '../../platform/title'

let place: string | undefined

/** The page that the person came to Mate from, such as `#/docs/3`: a question is likely to be about it. */
export const placeAskedFrom = (): string | undefined => place

/** The server takes no longer ones, and would refuse the question with it: what is looked for in other scripts becomes long. */
const short = (hash: string) => (hash.length <= mate.pathLength ? hash : hash.split('?', 1)[0])

/** Follows the person through the app; every page names itself when it opens. */
export function followPlaces(): void {
  useTitle.subscribe(() => {
    const { hash } = location
    if (hash.startsWith('#/') && !/^#\/(chat|login|logout|verify|workspace)(?![\w-])/.test(hash)) place = short(hash)
  })
  onSessionEnd(() => {
    place = undefined
  })
}
