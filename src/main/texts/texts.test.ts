import { describe, expect, test } from 'vitest'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { hi } from './hi'
import { fill, textsFor } from './texts'

describe('The words of the main process', () => {
  test('the system’s language decides, English otherwise', () => {
    expect(textsFor('de-AT')).toBe(de)
    expect(textsFor('hi')).toBe(hi)
    expect(textsFor('fi')).toBe(en)
    expect(textsFor('')).toBe(en)
  })

  test('every language has every text, with the same values to fill in', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(found => found[0]).sort()
    for (const other of [de, es, hi]) {
      expect(Object.keys(other)).toEqual(Object.keys(en))
      for (const key of Object.keys(en) as (keyof typeof en)[]) {
        expect(other[key].trim(), key).not.toBe('')
        expect(names(other[key]), key).toEqual(names(en[key]))
      }
    }
  })

  test('the texts that are prescribed are these [8.6a, 8.6b]', () => {
    expect(en.permissionRequired).toBe('Screen capture permission is required. Open system preferences to enable it?')
    expect(en.permissionError).toBe('Failed to get screen sources due to permission error')
  })

  test('values are put where their names stand', () => {
    expect(fill('{a} and {b}', { a: '{b}', b: '2' })).toBe('{b} and 2')
  })
})
