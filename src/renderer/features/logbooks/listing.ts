import type { Page } from '#shared/contract/endpoint'
import { CallFailed } from '../../platform/api'
import type { Failure } from './timelines'

/** A list that comes in pages, as far as it is loaded. */
export interface Listing<T> {
  items: T[]
  /** Where the next page begins; null at the end. */
  next: string | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: Failure | null
  more: 'idle' | 'loading' | 'failed'
}

export const unlisted = { items: [], next: null, status: 'idle', failure: null, more: 'idle' } as const

/** Changes the list in its place in a slice; nothing happens when it is no longer there. */
type Change<T> = (recipe: (listing: Listing<T>) => void) => void

/** Reads a list from its beginning. What was read before stays until the answer is there, and when it does not come. */
export async function readFirst<T>(change: Change<T>, ask: () => Promise<Page<T>>): Promise<void> {
  change(listing => {
    if (listing.status !== 'ready') Object.assign(listing, { status: 'loading', failure: null })
  })
  try {
    const { items, next_cursor } = await ask()
    change(listing => {
      Object.assign(listing, { items, next: next_cursor, status: 'ready', failure: null, more: 'idle' })
    })
  } catch (cause) {
    const failure = failureOf(cause)
    change(listing => {
      if (listing.status !== 'ready') Object.assign(listing, { status: 'failed', failure })
    })
  }
}

/** Reads the next page, if there is one and nobody is reading it. */
export async function readMore<T>(
  listing: Listing<T> | undefined,
  change: Change<T>,
  ask: (cursor: string) => Promise<Page<T>>,
): Promise<void> {
  const cursor = listing?.next ?? null
  if (cursor === null || listing?.more === 'loading') return
  change(now => {
    now.more = 'loading'
  })
  try {
    const { items, next_cursor } = await ask(cursor)
    change(now => {
      // Read anew meanwhile: this page belongs to the former list.
      if (now.next === cursor) Object.assign(now, { items: [...now.items, ...items], next: next_cursor, more: 'idle' })
    })
  } catch (cause) {
    failureOf(cause)
    change(now => {
      now.more = 'failed'
    })
  }
}

/** What a failed call says; anything else that was thrown goes on. */
export function failureOf(cause: unknown): Failure {
  if (!(cause instanceof CallFailed)) throw cause
  return { code: cause.code, message: cause.message }
}
