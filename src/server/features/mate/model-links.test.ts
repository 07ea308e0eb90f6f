import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressesIn, withOnlyLinks } from './model-links'

const named = new Set(['#/docs/5', '#/docs/5?log=7', 'https://parts.example/pads_(front)'])
const cleaned = (markdown: string) => withOnlyLinks(markdown, address => named.has(address))

describe('Links of an answer', () => {
  test.each([
    '[Brakes bled](#/docs/5?log=7)',
    '**See** [Bay log](#/docs/5 "The log"), then [Brakes [4182]](#/docs/5?log=7).',
    '[Pads](<https://parts.example/pads_(front)>) and [pads](https://parts.example/pads_(front))',
    'Tick [x] and [ ], call `bays[2](now)`, and see the note[^1].\n\n[^1]: Words.',
    '| a | b |\n|---|---|\n| [Brakes](#/docs/5?log=7) | 2 |',
    'Escaped \\[not a link\\] (at all)',
  ])('that were found stay as they are, and so does everything that is no link: %s', markdown => {
    expect(cleaned(markdown)).toBe(markdown)
  })

  test.each([
    ['[Payroll](#/docs/6)', 'Payroll'],
    ['[Brakes](#/docs/5?log=8)', 'Brakes'],
    ['[Brakes](#/docs/5?log=7&log=8)', 'Brakes'],
    ['[Brakes](<#/docs/6>)', 'Brakes'],
    ['[Brakes](  #/docs/6  "Title"  )', 'Brakes'],
    ['[Brakes [front] pads](#/docs/6)', 'Brakes [front] pads'],
    ['![Chart](https://evil.example/?q=secret)', 'Chart'],
    ['[Home](javascript:alert(1))', 'Home'],
    ['[Home](//evil.example)', 'Home'],
    ['[Brakes](https://wheelhouse.example/#/docs/6)', 'Brakes'],
    ['One [a](#/docs/6), two [b](#/docs/5), three [c](#/docs/6)', 'One a, two [b](#/docs/5), three c'],
  ])('that nothing was found for become their words: %s', (markdown, plain) => {
    expect(cleaned(markdown)).toBe(plain)
  })

  test.each([
    '[Brakes](\\#/docs/6)',
    '[Brakes](&#35;/docs/6)',
    '[Brakes](#/d&#111;cs/6)',
    '[Brakes\\](#/docs/6)](#/docs/6)',
    '[Brakes][1]\n\n[1]: #/docs/6',
    '[Brakes][1]\n\n> - [1]:\n> #/docs/6',
    '[Brakes]\n\n[Brakes]: <#/docs/6>',
    '[a [b [c [d](#/docs/6)](#/docs/6)](#/docs/6)](#/docs/6)',
    '[Brakes](\n#/docs/6)',
    '![[Brakes](#/docs/6)](#/docs/6)',
  ])('cannot be had by disguise: %s', markdown => {
    const plain = cleaned(markdown)
    expect(addressesIn(plain)).toEqual([])
    expect(plain).not.toMatch(/\](\(|:)\s*<?[\\&#]/)
  })

  test('whatever is written, no link remains whose address was not found', () => {
    const piece = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '](',
        ']:',
        '!',
        '<',
        '>',
        ' ',
        '\n',
        '\\',
        '`',
        '"',
        '#/docs/6',
        '#/docs/5',
        'https://evil.example',
        'words',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), pieces => {
        const plain = cleaned(pieces.join(''))
        expect(addressesIn(plain).filter(found => !named.has(found) && /[#:/]/.test(found))).toEqual([])
        for (const [, , found = ''] of plain.matchAll(/\](\(|:)\s*<?([^\s<>()]*)/g)) {
          if (/[#:/]/.test(found)) expect([...named].some(one => one.startsWith(found))).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('long nonsense is read in no time', () => {
    const nonsense = ['[', '[a', '](', '[a](', '![', '[]', '[[]', '\\[', '[a](#', ']: '].map(one =>
      one.repeat(50_000 / one.length),
    )
    const began = performance.now()
    for (const markdown of nonsense) cleaned(markdown)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('are told in the order of the text, each once', () => {
    expect(addressesIn('[a](#/docs/5?log=7) [b](<#/docs/5>) [c](#/docs/5?log=7)')).toEqual([
      '#/docs/5?log=7',
      '#/docs/5',
    ])
  })
})
