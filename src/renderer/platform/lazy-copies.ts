import { account } from './guest'
import type { ListCopies } from './list-loader'

/** Copies of a list whose slice belongs to the first load: what reads and stores them loads on its own. */
export function lazyCopies<T>(load: () => Promise<ListCopies<T>>): ListCopies<T> {
  let asking: Promise<unknown> = Promise.resolve()
  return {
    async meanwhile(asked, show) {
      const answer = load().then(copies => copies.meanwhile(asked, show))
      asking = answer.catch(() => undefined)
      const first = await asked
      // An answer is shown at once, a failure only where there is no copy.
      return first.ok ? first : answer.catch(() => first)
    },
    keep(items) {
      const owner = account()
      asking
        .then(load)
        // The workspace may have changed meanwhile.
        .then(copies => account() === owner && copies.keep(items))
        .catch(() => undefined)
    },
  }
}
