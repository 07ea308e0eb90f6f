import { describe, expect, test } from 'vitest'
import { endsSoon, hostileTexts } from '../../../../../test/hostile-texts'
import { asWords, onOneLine } from './as-words'

describe('A paragraph as words', () => {
  test.each([
    ['a', 'a'],
    ['\n \n  a', 'a'],
    ['a  \n\n ', 'a'],
    ['a  ', 'a  '],
    [' \n ', ''],
    ['a\n# b\n- c\n1. d', 'a\n\\# b\n\\- c\n1\\. d'],
    ['a\n---', 'a\n\\---'],
  ])('%j is written %j', (text, written) => {
    expect(asWords(text)).toBe(written)
  })

  test('a heading has one line', () => {
    expect(onOneLine('a  \n\n b\nc   d')).toBe('a b c   d')
  })

  test.each(Object.entries({ asWords, onOneLine }))(
    'however a text is made, %s takes no longer than its length',
    (_, write) => {
      for (const [made, text] of hostileTexts) expect(() => endsSoon(() => write(text)), made).not.toThrow()
    },
  )
})
