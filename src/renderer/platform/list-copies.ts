import type { z } from 'zod'
import { copyMeanwhile, isUnreachable } from './copied-answer'
import { useCopiesShown } from './copies-shown'
import { account } from './guest'
import type { ListCopies, Listed } from './list-loader'
import { onResync, reloadOn, useLive } from './live'
import { offlineCopies } from './offline-copies'

/** How many items are copied: the first screen and some more. */
const maxCopied = 50

/**
 * Copies the beginning of a list to the device, for times without a server. `item` is the schema of an item: what another
 * version of the app has stored differently is not shown. What belongs to the first load gets it later: see `lazyCopies`.
 */
export function copied<T>(name: string, item: z.ZodType<T>, most = maxCopied): ListCopies<T> {
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
      if (!(name in useCopiesShown.getState().shown)) offlineCopies.keep(name, items.slice(0, most))
    },
  }
}

/**
 * Asks for a copied list anew if it is on this device, so that nothing stays in its copy that the person may no longer read.
 * What is on screen stays as it is.
 */
export async function reread<T>(name: string, ask: () => Promise<Listed<T>>): Promise<void> {
  const owner = account()
  const isKept = (await offlineCopies.list().catch(() => [])).some(copy => copy.account === owner && copy.name === name)
  if (!isKept) return
  const answer = await ask()
  if (account() !== owner) return
  if (answer.ok) {
    // A page that has been left would say for ever that it shows a copy.
    useCopiesShown.getState().isFresh(name)
    offlineCopies.keep(name, answer.data.slice(0, maxCopied))
  } else if (!isUnreachable(answer.code)) await offlineCopies.drop(name)
}

/** Calls back when an event, or events that were missed, may have changed what the person may read. */
export function onAccessChange(check: () => void): void {
  reloadOn(['document.access_changed', 'document.deleted', 'role.changed', 'branch.changed', 'member.changed'], check)
  onResync(check)
  // The connection may have been opened before this ran.
  if (useLive.getState().state === 'open') check()
}
