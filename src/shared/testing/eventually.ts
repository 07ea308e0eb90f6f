import { vi } from 'vitest'

/**
 * Tries until it does not throw, and answers what it answered. Far longer than anything takes: only what never comes true
 * runs into its end, however busy the machine is.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 50_000, interval: 10 })
}
