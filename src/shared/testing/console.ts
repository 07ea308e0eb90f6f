import { afterAll, afterEach, expect } from 'vitest'

/**
 * Records what a test prints. What it does not expect, like a call that no test serves, is printed with its name when it
 * ends: see `expectPrinted`. It does not fail the test, because on a busy machine a line may come after its cause.
 */
const printed: string[] = []

type Print = (...values: unknown[]) => void

const { console } = globalThis as unknown as { console: Record<string, Print> }
const original = { ...console }
const warn = console.warn?.bind(console)
for (const method of ['debug', 'info', 'log', 'warn', 'error'])
  console[method] = (...values) => void printed.push(values.map(textOf).join(' '))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value))

const ignored: string[] = []

// Files without isolation share the console, and each sets it up anew.
afterAll(() => Object.assign(console, original))

afterEach(() => {
  const unexpected = printed.splice(0).filter(line => !ignored.some(text => line.includes(text)))
  if (unexpected.length > 0) warn?.(`Printed unexpectedly by “${expect.getState().currentTestName}”:`, ...unexpected)
})

/** Ignores lines with this text in all tests of a file, where they only say what the environment of tests lacks. */
export function ignorePrinted(text: string): void {
  ignored.push(text)
}

/** Expects that this was printed once, as an operator or developer would find it. */
export function expectPrinted(text: string): void {
  const at = printed.findIndex(line => line.includes(text))
  expect(at, `“${text}” among ${JSON.stringify(printed)}`).toBeGreaterThanOrEqual(0)
  printed.splice(at, 1)
}
