import { describe, expect, test } from 'vitest'
import { textOfPdf } from '../../../../platform/pdf/testing/pdf-text'
import { picture } from '../../../attachments/test-files'
import { type Entry, LogBook } from './log-book'

const about = {
  title: 'Bay log',
  lines: ['1 November to 20 November'],
  author: 'Tom Reyes',
  language: 'en',
  made_at: '2026-11-20T14:21:00.000Z',
  foot: 'Page {{page}}',
  nothing: 'There are no logs in this time.',
  replaced: 'Something was replaced.',
  wide: 'A table with {{count}} columns',
}
const entry: Entry = {
  day: 'Friday, 20 November 2026',
  time: '14:21',
  writer: 'Tom Reyes',
  link: 'https://bikes.example/#/docs/1?log=2',
  title: '',
  content: '',
  notes: [],
  pictures: [],
}

/** The PDF of some logs, and the text in it. */
function printed(entries: Partial<Entry>[], changed: Partial<typeof about> = {}) {
  const book = new LogBook({ ...about, ...changed })
  const parts = entries.map(changes => {
    book.add({ ...entry, ...changes })
    return book.takeFinished()
  })
  book.end()
  const file = Buffer.concat([...parts, book.takeFinished()])
  return { file, parts, ...textOfPdf(file) }
}

describe('A printed logbook [7.14c]', () => {
  test('draws the box of a task, which programs recognise as a check box', () => {
    const { lines, actual } = printed([{ content: '- [x] Chain oiled\n- [ ] Pads ordered' }])
    expect(lines).toEqual(expect.arrayContaining(['Chain oiled', 'Pads ordered']))
    expect(actual).toEqual(['\u2611', '\u2610'])
  })

  test('never leaves a heading as the last line of a page', () => {
    const before = Array.from({ length: 12 }, (_, more) => {
      const filler = Array.from({ length: 36 + more }, (_, line) => `- Line ${line}`).join('\n')
      const { lines } = printed([{ content: `${filler}\n\n# Brakes\n\n## Pads\n\nTo be ordered.` }])
      return lines.indexOf('Page 2') > 0 ? lines[lines.indexOf('Page 2') - 1] : undefined
    })
    expect(before.filter(line => line?.includes('Line')).length).toBeGreaterThan(1)
    expect(before).not.toContain('Brakes')
    expect(before).not.toContain('Pads')
  })

  test('draws tables with columns, borders, alignment and line breaks, their head on each page', () => {
    const rows = Array.from(
      { length: 90 },
      (_, nr) => `| Part ${nr} | ${nr} | ${nr % 30 ? 'ok' : 'worn '.repeat(40)} |`,
    )
    const content = ['| Name | Count | State |', '|---|---:|:-:|', ...rows, '', 'Behind it'].join('\n')
    const { placed, pages, rectangles, lines } = printed([{ content }])
    expect(pages).toBeGreaterThan(2)
    const at = (text: string) => placed.filter(piece => piece.text === text)
    const heads = at('Name')
    expect(heads.map(head => head.page)).toEqual(Array.from({ length: pages }, (_, page) => page + 1))
    const x = heads[0]?.x ?? 0
    const parts = placed.filter(piece => /^Part \d+$/.test(piece.text))
    expect(parts.map(part => part.text)).toEqual(rows.map((_, nr) => `Part ${nr}`))
    for (const part of parts) expect(part.x).toBeCloseTo(x)
    // Right-aligned numbers end at the same position, whatever they begin with.
    const [first, ten] = [at('1')[0], at('10')[0]]
    expect(ten?.x).toBeLessThan((first?.x ?? 0) - 2)
    expect(first?.y).toBeCloseTo(parts[1]?.y ?? 0)
    // A cell with more than one line breaks within its column and is not split by a page.
    const long = placed.filter(piece => piece.text.startsWith('worn worn'))
    expect(long.length).toBeGreaterThan(6)
    expect(new Set(long.map(piece => Math.round(piece.x))).size).toBeLessThan(4)
    expect(rectangles).toBeGreaterThan(3 * 90)
    expect(lines.filter(line => line.includes('|'))).toEqual([])
    expect(lines.at(-1)).toBe('Behind it')
  })

  test.each([
    ['without bars at its sides', 'Name | Count\n--- | ---\nPad | 4\n\nEnd', ['NameCount', 'Pad4', 'End']],
    ['with bars in its cells', '| a |\n|---|\n| b \\| c |\nEnd', ['a', 'b | c', 'End']],
    ['with too few and too many cells', '|a|b|\n|-|-|\n|c|\n|d|e|f|', ['ab', 'c', 'de | f']],
    ['that ends with another block', '|a|\n|-|\n|b|\n# c', ['a', 'b', 'c']],
    ['that is none', 'a | b\nc | d', ['a | b c | d']],
  ])('parses a table %s', (_, content, said) => {
    expect(printed([{ content }]).lines.slice(5)).toEqual(said)
  })

  test('limits tables: a too wide one is printed line by line, a cell over many pages continues', () => {
    const wide = Array.from({ length: 200 }, (_, nr) => `c${nr}`)
    const content = `|${wide.join('|')}|\n|${wide.map(() => '-').join('|')}|\n|${wide.join('|')}|`
    const { lines } = printed([{ content }])
    expect(lines[5]).toBe('A table with 200 columns')
    expect(lines.join(' ').match(/\bc\d+\b/g)).toEqual([...wide, ...wide])
    const words = Array.from({ length: 9_000 }, (_, nr) => `n${nr}`)
    const tall = printed([{ content: `|a|b|\n|-|-|\n|${words.join(' ')}|x|` }])
    expect(tall.lines.join(' ').match(/n\d+/g)).toEqual(words)
    expect(tall.lines.filter(line => line === 'ab')).toHaveLength(tall.pages)
    // A head as long as a page is drawn once.
    const head = printed([{ content: `|${words.slice(0, 3_000).join(' ')}|b|\n|-|-|\n${'|x|y|\n'.repeat(200)}` }])
    expect(head.lines.join(' ').match(/n\d+/g)).toEqual(words.slice(0, 3_000))
    expect(head.lines.filter(line => line === 'xy')).toHaveLength(200)
  })

  test('draws quotes and code in boxes, code with its indentation, also across pages', () => {
    const none = printed([{ content: 'said Ana\n\nlet wheel' }])
    expect(none.rectangles).toBe(0)
    const few = printed([{ content: '> said Ana\n\n```\nlet wheel\n\n    = 28\n```' }])
    expect(few.rectangles).toBe(4)
    const [outer, inner] = ['let wheel', '= 28'].map(text => few.placed.find(piece => piece.text === text))
    expect(inner?.x).toBeGreaterThan((outer?.x ?? 0) + 8)
    expect((outer?.y ?? 0) - (inner?.y ?? 0)).toBeGreaterThan(24)
    const lines = Array.from({ length: 200 }, (_, nr) => `line ${nr}`)
    const long = printed([{ content: `\`\`\`\n${lines.join('\n')}` }])
    expect(long.lines.filter(line => line.startsWith('line'))).toEqual(lines)
    expect(long.rectangles).toBe(2 * long.pages)
  })

  test('prints pictures with captions, one large and many small, each on the page of its caption', async () => {
    const jpeg = new Uint8Array(await picture(900, 600).jpeg().toBuffer())
    const photo = (nr: number) => ({ jpeg, width: 900, height: 600, caption: `Pads ${nr}` })
    const sizes = (count: number) => printed([{ pictures: Array.from({ length: count }, (_, nr) => photo(nr)) }]).images
    const [alone] = sizes(1)
    expect(alone?.width).toBeGreaterThan(300)
    expect((alone?.width ?? 0) / (alone?.height ?? 1)).toBeCloseTo(1.5)
    expect(sizes(2).map(image => image.width > 200 && image.width < 300)).toEqual([true, true])
    const many = printed([
      { content: '- Line\n'.repeat(30), pictures: Array.from({ length: 12 }, (_, nr) => photo(nr)) },
    ])
    expect(many.images).toHaveLength(12)
    for (const [nr, image] of many.images.entries()) {
      const caption = many.placed.find(piece => piece.text === `Pads ${nr}`)
      expect(caption?.page).toBe(image.page)
      expect(caption?.x).toBeCloseTo(image.x)
      expect(caption?.y).toBeLessThan(image.y)
      expect(image.y).toBeGreaterThan(50)
    }
  })

  test.each([
    ['a table', '| Part | Count |\n|---|---|\n| Pad | 4 |', 'PartCount'],
    ['code', '```\nlet wheel\n```', 'let wheel'],
    ['a quote', '> Part', 'Part'],
  ])('keeps a heading with %s', (_, under, first) => {
    for (let count = 30; count < 50; count += 1) {
      const { lines } = printed([{ content: `${'- Line\n'.repeat(count)}\n# Brakes\n\n${under}` }])
      expect(lines[lines.indexOf('Brakes') + 1]).toBe(first)
    }
  })

  test('keeps a heading with the pictures that follow it', async () => {
    const jpeg = new Uint8Array(await picture(900, 600).jpeg().toBuffer())
    for (let count = 20; count < 50; count += 3) {
      const { images, placed } = printed([
        {
          content: `${'- Line\n'.repeat(count)}\n# Brakes`,
          pictures: [{ jpeg, width: 900, height: 600, caption: 'a' }],
        },
      ])
      expect(placed.find(piece => piece.text === 'Brakes')?.page).toBe(images[0]?.page)
    }
  })

  test('shows its title, then day by day who wrote what and when', () => {
    const { lines } = printed([
      { content: 'Brake pads worn', notes: ['Labels: Clear'] },
      { time: '15:00', writer: 'Ana Lima', title: 'Tandem', content: 'Chain replaced' },
      { day: 'Saturday, 21 November 2026', content: 'Closed' },
    ])
    expect(lines).toEqual([
      'Page 1',
      'Bay log',
      '1 November to 20 November',
      'Friday, 20 November 2026',
      '14:21 Tom Reyes',
      'Brake pads worn',
      'Labels: Clear',
      '15:00 Ana Lima',
      'Tandem',
      'Chain replaced',
      'Saturday, 21 November 2026',
      '14:21 Tom Reyes',
      'Closed',
    ])
  })

  test('says when there are no logs', () => {
    expect(printed([]).lines.at(-1)).toBe('There are no logs in this time.')
  })

  test('has metadata for screen readers, with title, writer and language, and an outline with its days', () => {
    const { objects } = printed([{ content: 'Hello' }], { language: 'de' })
    const all = [...objects.values()].join('\n')
    expect(all).toContain('/Lang (de)')
    expect(all).toMatch(/\(Bay log\)/)
    expect(all).toMatch(/\/DisplayDocTitle true/)
    expect(all).toMatch(/\/Title \(Friday, 20 November 2026\)/)
    expect(all).toContain('/URI (https://bikes.example/#/docs/1?log=2)')
  })

  test('renders markdown: headings, lists, bold, links, quotes, code and tables without their marks', () => {
    const content = [
      '## Morning',
      '**Chain** and _pads_',
      'replaced, see [the manual](https://bikes.example/manual)',
      '',
      '- one',
      '  - two',
      '1. first',
      '- [x] done',
      '> said Ana',
      '```',
      'let **wheel** = 28',
      '```',
      '| Part | Count |',
      '|---|---|',
      '| Pad | 4 |',
      '---',
      'Grade A\\* and 2 * 3 * 4 and snake_case_name',
    ].join('\n')
    const { lines, objects } = printed([{ content }])
    expect(lines.slice(5)).toEqual([
      'Morning',
      'Chain and pads replaced, see the manual',
      '•one',
      '•two',
      '1.first',
      'done',
      'said Ana',
      'let **wheel** = 28',
      'PartCount',
      'Pad4',
      'Grade A* and 2 * 3 * 4 and snake_case_name',
    ])
    expect([...objects.values()].join()).toContain('/URI (https://bikes.example/manual)')
  })

  test('links only web addresses', () => {
    const { objects, lines } = printed([{ content: '[here](javascript:alert(1)) and [there](file:///etc/passwd)' }])
    expect([...objects.values()].join()).not.toMatch(/javascript|file:/)
    expect(lines.join(' ')).toContain('there')
  })

  test('continues on the next line and the next page, however long a word or a log is', () => {
    const word = 'x'.repeat(300)
    const many = Array.from({ length: 4_000 }, (_, n) => `n${n}`)
    const { lines, pages } = printed([{ content: `Before ${word} after\n\n${many.join(' ')}` }])
    const text = lines.filter(line => !line.startsWith('Page'))
    expect(text.filter(line => /xx/.test(line)).length).toBeGreaterThan(2)
    expect(text.join('').match(/x/g)?.length).toBe(300)
    expect(text.join(' ').match(/n\d+/g)).toEqual(many)
    expect(pages).toBeGreaterThan(3)
    expect(lines.filter(line => line.startsWith('Page'))).toEqual(
      Array.from({ length: pages }, (_, n) => `Page ${n + 1}`),
    )
  })
})

describe('The letters of a printed logbook', () => {
  test('cover the languages of the product, and their neighbours', () => {
    const content = 'Größe: ½ ß — señor ¿qué? „Zitat“ € Łódź Ελλάδα Привет Việt Nam ₹500'
    const { lines } = printed([{ content }])
    expect(lines).toContain(content)
  })

  test('of Hindi are joined and reordered as in writing, and extracted in spoken order', () => {
    const { lines, actual } = printed([{ content: 'किताब क्षेत्र विद्यार्थी' }])
    const drawn = lines.at(-1) ?? ''
    // The short i is drawn before the letter that it follows in speech.
    expect(drawn.startsWith('िक')).toBe(true)
    // Of the three characters of क्ष one is drawn.
    expect(drawn).toContain('क्ष')
    expect(actual.join(' ')).toContain('किताब')
    expect(actual.join(' ')).toContain('विद्यार्थी')
  })

  test('that no font has are replaced one for one, which the end of the file mentions', () => {
    const { lines } = printed([{ content: 'Done 👍🏽 日本' }])
    expect(lines).toContain('Done \ufffd \ufffd\ufffd')
    expect(lines.at(-1)).toBe('Something was replaced.')
    expect(printed([{ content: 'Done' }]).lines.at(-1)).toBe('Done')
  })

  test('that are invisible leave nothing behind', () => {
    expect(printed([{ content: 'so\u200b\u2066ft \u00a0 space\ufe0f' }]).lines.at(-1)).toBe('soft space')
  })
})

test('Finished parts of a file are handed over and no longer kept in memory', () => {
  const { parts, file } = printed(Array.from({ length: 60 }, () => ({ content: 'A line of it. '.repeat(60) })))
  expect(parts.filter(part => part.length > 0).length).toBeGreaterThan(10)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.subarray(-6).toString().trim()).toBe('%%EOF')
})
