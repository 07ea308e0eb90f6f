import { describe, expect, test } from 'vitest'
import { picture } from '../../../attachments/test-files'
import { textOfPdf } from '../testing/pdf-text'
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

/** The file of some logs, and what can be read in it. */
function printed(entries: Partial<Entry>[], changed: Partial<typeof about> = {}) {
  const book = new LogBook({ ...about, ...changed })
  const parts = entries.map(one => {
    book.add({ ...entry, ...one })
    return book.take()
  })
  book.end()
  const file = Buffer.concat([...parts, book.take()])
  return { file, parts, ...textOfPdf(file) }
}

describe('A printed logbook [7.14c]', () => {
  test('has the box of a task as a box, which programs find as one', () => {
    const { lines, actual } = printed([{ content: '- [x] Chain oiled\n- [ ] Pads ordered' }])
    expect(lines).toEqual(expect.arrayContaining(['Chain oiled', 'Pads ordered']))
    expect(actual).toEqual(['\u2611', '\u2610'])
  })

  test('has no heading as the last line of a page', () => {
    const before = Array.from({ length: 12 }, (_, more) => {
      const filler = Array.from({ length: 36 + more }, (_, line) => `- Line ${line}`).join('\n')
      const { lines } = printed([{ content: `${filler}\n\n# Brakes\n\n## Pads\n\nTo be ordered.` }])
      return lines.indexOf('Page 2') > 0 ? lines[lines.indexOf('Page 2') - 1] : undefined
    })
    expect(before.filter(line => line?.includes('Line')).length).toBeGreaterThan(1)
    expect(before).not.toContain('Brakes')
    expect(before).not.toContain('Pads')
  })

  test('has tables as tables: in columns, within borders, aligned, broken into lines, their head on each page', () => {
    const rows = Array.from(
      { length: 90 },
      (_, nr) => `| Part ${nr} | ${nr} | ${nr % 30 ? 'ok' : 'worn '.repeat(40)} |`,
    )
    const content = ['| Name | Count | State |', '|---|---:|:-:|', ...rows, '', 'Behind it'].join('\n')
    const { placed, pages, rectangles, lines } = printed([{ content }])
    expect(pages).toBeGreaterThan(2)
    const at = (text: string) => placed.filter(one => one.text === text)
    const heads = at('Name')
    expect(heads.map(head => head.page)).toEqual(Array.from({ length: pages }, (_, page) => page + 1))
    const x = heads[0]?.x ?? 0
    const parts = placed.filter(one => /^Part \d+$/.test(one.text))
    expect(parts.map(part => part.text)).toEqual(rows.map((_, nr) => `Part ${nr}`))
    for (const part of parts) expect(part.x).toBeCloseTo(x)
    // Numbers end where their column ends, whatever they begin with.
    const [one, ten] = [at('1')[0], at('10')[0]]
    expect(ten?.x).toBeLessThan((one?.x ?? 0) - 2)
    expect(one?.y).toBeCloseTo(parts[1]?.y ?? 0)
    // A cell with more than a line is broken within its column and not cut by a page.
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
  ])('reads a table %s', (_, content, said) => {
    expect(printed([{ content }]).lines.slice(5)).toEqual(said)
  })

  test('has no endless table: what is too wide stands line by line, a cell over many pages goes on', () => {
    const wide = Array.from({ length: 200 }, (_, nr) => `c${nr}`)
    const content = `|${wide.join('|')}|\n|${wide.map(() => '-').join('|')}|\n|${wide.join('|')}|`
    const { lines } = printed([{ content }])
    expect(lines[5]).toBe('A table with 200 columns')
    expect(lines.join(' ').match(/\bc\d+\b/g)).toEqual([...wide, ...wide])
    const words = Array.from({ length: 9_000 }, (_, nr) => `n${nr}`)
    const tall = printed([{ content: `|a|b|\n|-|-|\n|${words.join(' ')}|x|` }])
    expect(tall.lines.join(' ').match(/n\d+/g)).toEqual(words)
    expect(tall.lines.filter(line => line === 'ab')).toHaveLength(tall.pages)
    // A head as long as a page is said once.
    const head = printed([{ content: `|${words.slice(0, 3_000).join(' ')}|b|\n|-|-|\n${'|x|y|\n'.repeat(200)}` }])
    expect(head.lines.join(' ').match(/n\d+/g)).toEqual(words.slice(0, 3_000))
    expect(head.lines.filter(line => line === 'xy')).toHaveLength(200)
  })

  test('has quotes and code in boxes, code with its indentation, over pages too', () => {
    const none = printed([{ content: 'said Ana\n\nlet wheel' }])
    expect(none.rectangles).toBe(0)
    const few = printed([{ content: '> said Ana\n\n```\nlet wheel\n\n    = 28\n```' }])
    expect(few.rectangles).toBe(4)
    const [outer, inner] = ['let wheel', '= 28'].map(text => few.placed.find(one => one.text === text))
    expect(inner?.x).toBeGreaterThan((outer?.x ?? 0) + 8)
    expect((outer?.y ?? 0) - (inner?.y ?? 0)).toBeGreaterThan(24)
    const lines = Array.from({ length: 200 }, (_, nr) => `line ${nr}`)
    const long = printed([{ content: `\`\`\`\n${lines.join('\n')}` }])
    expect(long.lines.filter(line => line.startsWith('line'))).toEqual(lines)
    expect(long.rectangles).toBe(2 * long.pages)
  })

  test('has its pictures with what they are called, one large and many small, none apart from its caption', async () => {
    const jpeg = new Uint8Array(await picture(900, 600).jpeg().toBuffer())
    const one = (nr: number) => ({ jpeg, width: 900, height: 600, caption: `Pads ${nr}` })
    const sizes = (count: number) => printed([{ pictures: Array.from({ length: count }, (_, nr) => one(nr)) }]).images
    const [alone] = sizes(1)
    expect(alone?.width).toBeGreaterThan(300)
    expect((alone?.width ?? 0) / (alone?.height ?? 1)).toBeCloseTo(1.5)
    expect(sizes(2).map(image => image.width > 200 && image.width < 300)).toEqual([true, true])
    const many = printed([{ content: '- Line\n'.repeat(30), pictures: Array.from({ length: 12 }, (_, nr) => one(nr)) }])
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
      expect(placed.find(one => one.text === 'Brakes')?.page).toBe(images[0]?.page)
    }
  })

  test('says what it is, then day by day when who wrote what', () => {
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

  test('without logs says so', () => {
    expect(printed([]).lines.at(-1)).toBe('There are no logs in this time.')
  })

  test('names its title, writer and language for those who cannot see it, and its days for those who look for one', () => {
    const { objects } = printed([{ content: 'Hello' }], { language: 'de' })
    const all = [...objects.values()].join('\n')
    expect(all).toContain('/Lang (de)')
    expect(all).toMatch(/\(Bay log\)/)
    expect(all).toMatch(/\/DisplayDocTitle true/)
    expect(all).toMatch(/\/Title \(Friday, 20 November 2026\)/)
    expect(all).toContain('/URI (https://bikes.example/#/docs/1?log=2)')
  })

  test('reads markdown: headings, lists, bold, links, quotes, code and tables lose their marks', () => {
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

  test('follows no address that is none of the web', () => {
    const { objects, lines } = printed([{ content: '[here](javascript:alert(1)) and [there](file:///etc/passwd)' }])
    expect([...objects.values()].join()).not.toMatch(/javascript|file:/)
    expect(lines.join(' ')).toContain('there')
  })

  test('goes on with the next line, and with the next page, however long a word or a log is', () => {
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

describe('Letters of a printed logbook', () => {
  test('are those of the languages that the product speaks, and of their neighbours', () => {
    const content = 'Größe: ½ ß — señor ¿qué? „Zitat“ € Łódź Ελλάδα Привет Việt Nam ₹500'
    const { lines } = printed([{ content }])
    expect(lines).toContain(content)
  })

  test('of Hindi are joined and ordered as they are written, and read as they are said', () => {
    const { lines, actual } = printed([{ content: 'किताब क्षेत्र विद्यार्थी' }])
    const drawn = lines.at(-1) ?? ''
    // The short i stands before the letter that it is spoken after.
    expect(drawn.startsWith('िक')).toBe(true)
    // Of the three signs of क्ष one is drawn.
    expect(drawn).toContain('क्ष')
    expect(actual.join(' ')).toContain('किताब')
    expect(actual.join(' ')).toContain('विद्यार्थी')
  })

  test('that no font has are replaced, one for one, which is said at the end', () => {
    const { lines } = printed([{ content: 'Done 👍🏽 日本' }])
    expect(lines).toContain('Done \ufffd \ufffd\ufffd')
    expect(lines.at(-1)).toBe('Something was replaced.')
    expect(printed([{ content: 'Done' }]).lines.at(-1)).toBe('Done')
  })

  test('that are not seen leave nothing behind', () => {
    expect(printed([{ content: 'so\u200b\u2066ft \u00a0 space\ufe0f' }]).lines.at(-1)).toBe('soft space')
  })
})

test('What is finished of a file is handed over and no longer held', () => {
  const { parts, file } = printed(Array.from({ length: 60 }, () => ({ content: 'A line of it. '.repeat(60) })))
  expect(parts.filter(part => part.length > 0).length).toBeGreaterThan(10)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.subarray(-6).toString().trim()).toBe('%%EOF')
})
