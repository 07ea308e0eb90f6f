import { describe, expect, test } from 'vitest'
import { browserLanguage } from './preferences'

describe('The language before anybody chose one [9.1a]', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'es-MX', 'en'], 'es'],
    [['HI'], 'hi'],
    [['fr', 'it'], 'en'],
    [[], 'en'],
  ])('for a browser that prefers %j is %s', (wanted, language) => {
    expect(browserLanguage(wanted)).toBe(language)
  })
})
