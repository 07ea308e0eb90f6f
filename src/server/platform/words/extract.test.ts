import { describe, expect, test } from 'vitest'
import type { Log } from '#shared/contract/logs/log'
import { english } from '../../features/mate/builtin/phrases.en'
import { extractFrom, headline, plain, sentencesOf, topWords } from './extract'

const log = (id: number, title: string, content: string): Log => ({
  id,
  doc_id: 1,
  title,
  content,
  created_at: new Date(Date.UTC(2026, 10, 20, 8, id)).toISOString(),
  created_by: null,
  future_instructions_id: null,
  is_generating: false,
  frame_ids: [],
  file_ids: [],
  revision: 0,
  corrected_at: null,
  happened_at: null,
  labels: [],
  comment_count: 0,
  reactions: [],
  client_id: null,
})

const day = [
  log(1, 'Bay 2 brake bleed', 'The brake bleed on ticket 4182 took 22 minutes longer. Coffee was good.'),
  log(2, 'Pads changed', 'Brake pads on ticket 4182 were soaked, so organic pads were fitted. Rain all morning.'),
  log(3, 'Courier bike', 'A courier bike came in with a seized seatpost.'),
  log(4, 'Bay 2 free', 'Bay 2 is free again after the brake bleed on ticket 4182.'),
]

describe('Summaries by extraction [D25]', () => {
  test('read the beginnings of many long logs, and short ones completely', () => {
    const end = 'Finally the derailleur hanger of ticket 4711 was replaced.'
    const long = Array.from({ length: 200 }, (_, nr) =>
      log(nr, `Long ${nr}`, `The frame ${nr} was painted. ${'lorem ipsum '.repeat(4_000)}. ${end}`),
    )
    const short = log(300, 'Short', `${'A word. '.repeat(40)}${end}`)
    const wanted = ['derailleur']
    const picked = (logs: Log[]) => extractFrom(logs, english.stopWords, 6, { wanted }).map(extract => extract.sentence)
    expect(picked([...long, short]).filter(sentence => sentence === end)).toEqual([end])
    expect(picked(long).some(sentence => sentence.includes('derailleur'))).toBe(false)
    expect(picked(long.slice(0, 3))).toContain(end)
    expect(topWords(long, english.stopWords, 3)).not.toContain('derailleur')
  })

  test('consist of what the logs have in common, in the order of time, each sentence from its log', () => {
    const picked = extractFrom(day, english.stopWords, 3)
    expect(picked.length).toBeGreaterThan(1)
    expect(picked.map(extract => extract.log.id)).toEqual([...picked.map(extract => extract.log.id)].sort())
    for (const { sentence, log: from } of picked)
      expect(plain(`${from.title}. ${from.content}`)).toContain(sentence.replace(/…$/, ''))
    expect(picked.map(extract => extract.sentence).join(' ')).not.toContain('Coffee')
  })

  test('name the words first that several logs use', () => {
    expect(topWords(day, english.stopWords, 3)).toContain('brake')
    expect(topWords(day, english.stopWords, 3)).not.toContain('coffee')
  })

  test('are empty without logs', () => {
    expect(extractFrom([], english.stopWords, 5)).toEqual([])
  })

  test('drop marks, links and pictures of logs', () => {
    expect(
      plain('**Bold** [link](https://evil.example) ![x](https://evil.example/p.png) <script>alert(1)</script> `code`'),
    ).toBe('Bold link alert(1) code')
    expect(plain('- [x] Brakes\n- [ ] Bell\n- Lights, see [x] on the sheet')).toBe(
      '☑ Brakes ☐ Bell Lights, see [x] on the sheet',
    )
    expect(plain('| Part | Left |\n| :--- | ---: |\n| Tubes | 4 - 5 |\n| --- off --- | |')).toBe(
      'Part Left Tubes 4 - 5 --- off ---',
    )
    expect(headline(log(9, '', '# A heading\n\ntext'))).toBe('A heading text')
    expect(headline(log(9, '', 'word '.repeat(200))).length).toBeLessThan(245)
  })
})

test('a date with full stops is no end of a sentence, and the number at the beginning is part of it', () => {
  expect(sentencesOf('21. Nov. delivery came. It was put on shelf 14. Then we rested on 3. Dezember. Done.')).toEqual([
    '21. Nov. delivery came.',
    'It was put on shelf 14.',
    'Then we rested on 3. Dezember.',
    'Done.',
  ])
})
