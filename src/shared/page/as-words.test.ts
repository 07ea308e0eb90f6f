// @vitest-environment node
import { createContext, Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { asWords, onOneLine } from './as-words'

/** Texts at each of whose characters a regular expression may start to match. */
const hostileTexts = ['\n', ' ', ' \n', '\n ', '\t', '#', '-', '1'].map(unit => `a${unit.repeat(100_000)}b`)

/**
 * Throws if the work takes too long. Running it in a context stops even a regular expression that is still matching,
 * which a timer cannot.
 */
const endsSoon = (work: () => unknown) => new Script('work()').runInContext(createContext({ work }), { timeout: 8_000 })

describe('A paragraph as plain text', () => {
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
    expect(onOneLine('#   \n  \n1. a')).toBe('# 1. a')
  })

  test.each(Object.entries({ asWords, onOneLine }))(
    'however a text is made, %s takes no longer than its length',
    (_, write) => {
      for (const text of hostileTexts)
        expect(() => endsSoon(() => write(text)), JSON.stringify(text.slice(0, 9))).not.toThrow()
    },
  )
})
