import { describe, expect, test } from 'vitest'
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
      'Part | Count',
      'Pad | 4',
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
