import { mate } from '#shared/contract/mate/limits'
import { onSessionEnd } from '../../platform/session'
import { useTitle } from '../../platform/title'

let place: string | undefined

/** The page from which the person came to Mate, such as `#/docs/3`, because a question is likely to be about it. */
export const previousPage = (): string | undefined => place

/** The server refuses longer paths, and search texts in other scripts become long when they are encoded. */
const short = (hash: string) => (hash.length <= mate.pathLength ? hash : hash.split('?', 1)[0])

/** Tracks the page that the person is on. */
export function trackPages(): void {
  useTitle.subscribe(() => {
    const { hash } = location
    if (hash.startsWith('#/') && !/^#\/(chat|login|logout|verify|workspace)(?![\w-])/.test(hash)) place = short(hash)
  })
  onSessionEnd(() => {
    place = undefined
  })
}
