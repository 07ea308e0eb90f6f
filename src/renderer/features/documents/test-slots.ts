import { beforeAll } from 'vitest'
import { shownAtOnce } from './slots'

/** Loads what documents show at once, as opening a page of them does. Call it at the top. */
export function withDocumentSlots(): void {
  beforeAll(async () => {
    await Promise.all(shownAtOnce.map(slot => slot.preload()))
  }, 60_000)
}
