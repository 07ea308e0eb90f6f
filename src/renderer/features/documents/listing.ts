import type { Page } from '#shared/contract/endpoint'
import { type Failure, failureOf } from '../../platform/failure'

/** The loaded part of a paged list. */
export interface Listing<T> {
  items: T[]
  /** The cursor of the next page; null at the end. */
  next: string | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  failure: Failure | null
  more: 'idle' | 'loading' | 'failed'
}

export const unlisted = { items: [], next: null, status: 'idle', failure: null, more: 'idle' } as const

/** Changes the list inside a slice, and does nothing if it no longer exists. */
type Change<T> = (recipe: (listing: Listing<T>) => void) => void

/** Loads a list from its beginning. Previous items stay until the answer arrives, and after a failure. */
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

/** Loads the next page, if there is one and it is not loading already. */
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
      // The list was reloaded meanwhile, so this page belongs to the previous one.
      if (now.next === cursor) Object.assign(now, { items: [...now.items, ...items], next: next_cursor, more: 'idle' })
    })
  } catch (cause) {
    failureOf(cause)
    change(now => {
      now.more = 'failed'
    })
  }
}
