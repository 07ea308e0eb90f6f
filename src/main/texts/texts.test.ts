import { describe, expect, test } from 'vitest'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { hi } from './hi'
import { interpolate, textsFor } from './texts'

describe('The texts of the main process', () => {
  test('are in the system’s language, English otherwise', () => {
    expect(textsFor('de-AT')).toBe(de)
    expect(textsFor('hi')).toBe(hi)
    expect(textsFor('fi')).toBe(en)
    expect(textsFor('')).toBe(en)
  })

  test('are complete in every language, with the same placeholders', () => {
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(found => found[0]).sort()
    for (const other of [de, es, hi]) {
      expect(Object.keys(other)).toEqual(Object.keys(en))
      for (const key of Object.keys(en) as (keyof typeof en)[]) {
        expect(other[key].trim(), key).not.toBe('')
        expect(names(other[key]), key).toEqual(names(en[key]))
      }
    }
  })

  test('include the prescribed ones [8.6a, 8.6b]', () => {
    expect(en.permissionRequired).toBe('Screen capture permission is required. Open system preferences to enable it?')
    expect(en.permissionError).toBe('Failed to get screen sources due to permission error')
  })

  test('have their placeholders filled', () => {
    expect(interpolate('{a} and {b}', { a: '{b}', b: '2' })).toBe('{b} and 2')
  })
})
