import { vi } from 'vitest'

/**
 * Retries until the check does not throw, and returns its result. The timeout is far longer than anything takes, so
 * only a check that never passes reaches it, however busy the machine is.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 50_000, interval: 10 })
}
