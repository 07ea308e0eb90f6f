import type { z } from 'zod'
import { copyMeanwhile, isUnreachable } from './copied-answer'
import { useCopiesShown } from './copies-shown'
import type { ListCopies } from './list-loader'
import { offlineCopies } from './offline-copies'

/** How many items are copied: the first screen and some more. */
const maxCopied = 50

/**
 * Copies the beginning of a list to the device, for times without a server. `item` is the schema of an item: what another
 * version of the app has stored differently is not shown. Slices of the first load do without, because of its size.
 */
export function copied<T>(name: string, item: z.ZodType<T>): ListCopies<T> {
  const place = { name, schema: item.array() }
  return {
    async meanwhile(asked, show) {
      const answer = await copyMeanwhile(asked, place, show)
      if (answer.ok) return answer
      if (isUnreachable(answer.code)) {
        const copy = await offlineCopies.read(name, place.schema)
        if (copy && show(copy.content)) useCopiesShown.getState().showCopy(name, copy.at)
      }
      // A person who is refused the list may not read its copy either.
      else await offlineCopies.drop(name)
      return answer
    },
    keep(items) {
      // What is shown may itself be the copy.
      if (!(name in useCopiesShown.getState().shown)) offlineCopies.keep(name, items.slice(0, maxCopied))
    },
  }
}
