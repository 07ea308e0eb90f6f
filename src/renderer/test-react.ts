import * as react from 'react'

/** What React shares with its renderers; the name warns against use in apps, which does not concern tests. */
const shared: unknown = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]

/**
 * Tells React that enough elements have remembered where they were created: a stack for each of up to ten thousand a
 * second takes a tenth of the time of a test, and only says more in warnings, which fail tests as they are.
 */
export function rememberNoCreation(): void {
  if (typeof shared !== 'object' || shared === null || !('recentlyCreatedOwnerStacks' in shared))
    throw new Error('React counts the elements that remember their creation otherwise now.')
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
    configurable: true,
  })
}
