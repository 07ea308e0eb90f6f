import { expect, test } from 'vitest'
import { randomKey } from './random'

test('Keys of new things are ten characters that every address and attribute can hold, and differ [9.9a]', () => {
  const keys = Array.from({ length: 1_000 }, randomKey)
  expect(keys.filter(key => !/^[A-Za-z0-9_-]{10}$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})
