import { describe, expect, test } from 'vitest'
import { passagesOf } from './passages'

const keys = (text: string) => passagesOf(text).map(({ key }) => key)

describe('Splitting a text into passages', () => {
  test.each([
    ['padding of tables', '| a | b |\n| --- | --- |\n| 1 | 2 |', '|a   |  b|\n|--- |---|\n| 1  | 2   |'],
    ['bars at the ends of rows', 'a | b\n--- | ---\n1 | 2', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['blanks at the ends', 'One  \nTwo\n', 'One\nTwo'],
    ['marks of lists', '* one\n* two\n    + three', '- one\n- two\n  - three'],
    ['numbers of lists behind the first', '1. a\n1. b\n1. c', '1) a\n2) b\n3) c'],
    ['space between items', '- one\n\n- two', '- one\n- two'],
    ['marks of emphasis', 'It is _very_ __hot__', 'It is *very* **hot**'],
    ['underlined headings', 'Morning\n===\n\nNoon\n---', '# Morning\n\n## Noon'],
    ['capitals in tasks', '- [X] till', '- [x] till'],
    ['kinds of breaks', 'One\r\n\r\nTwo', 'One\n\n\nTwo'],
  ])('gives equal keys despite %s', (_name, text, other) => {
    expect(keys(text)).toEqual(keys(other))
  })

  test.each([
    ['a task that is done', '- [ ] till', '- [x] till'],
    ['a cell', '| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| 1 | 3 |'],
    ['the side of a column', '| a |b|\n|---|-|\n| 1 |2|', '| a |b|\n|--:|-|\n| 1 |2|'],
    ['the depth of an item', '- one\n- two', '- one\n  - two'],
    ['the first number', '1. a', '4. a'],
    ['blanks in code', '```\na  b\n```', '```\na b\n```'],
    ['underscores in names', 'snake_case_name', 'snake*case*name'],
    ['the level of a heading', '# One', '## One'],
    ['a paragraph of its own', 'One\nTwo', 'One\n\nTwo'],
  ])('gives different keys for %s', (_name, text, other) => {
    expect(keys(text)).not.toEqual(keys(other))
  })

  test('keeps related lines in one passage', () => {
    const text =
      'Hi\nthere\n\n- one\n  more of it\n\n  and more\n  ```\n  - no item\n  ```\n- two\nlazy\n\n> a\n> b\n\n```sh\n# no heading\n\n- no item\n```\n| a | b |\n|-|-|\n| 1 | 2 |\n# End'
    expect(passagesOf(text).map(passage => passage.text)).toEqual([
      'Hi\nthere',
      '- one\n  more of it\n\n  and more\n  ```\n  - no item\n  ```',
      '- two\nlazy',
      '> a\n> b',
      '```sh\n# no heading\n\n- no item\n```',
      '| a | b |\n|-|-|',
      '| 1 | 2 |',
      '# End',
    ])
  })

  test.each([
    ['rows', `| a | b |\n|-|-|\n${'| 1 | 2 |\n'.repeat(100_000)}`],
    ['a wide head', `|${'a|'.repeat(100_000)}\n|${'-|'.repeat(100_000)}\n${'| 1\n'.repeat(100_000)}`],
    ['items without words', '- \n\n'.repeat(200_000)],
    ['blanks', `a${' '.repeat(500_000)}b\n${'- '.repeat(250_000)}`],
    ['underscores', '_'.repeat(500_000)],
    ['half a table', 'a|b\n'.repeat(200_000)],
  ])('handles the longest texts: %s', (_name, text) => {
    expect(passagesOf(text).length).toBeGreaterThan(0)
  })

  test('loses no line of any text', () => {
    const pieces = [
      '# a',
      '- b',
      '  c',
      '```',
      '| d | e |',
      '|-|-|',
      '',
      '> f',
      '---',
      '1. g',
      '    h',
      '===',
      '~~~',
      '\t- i',
    ]
    let state = 7
    const next = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return pieces[state % pieces.length] ?? ''
    }
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: 12 }, next).join('\n')
      const plain = (words: string) => words.split('\n').filter(line => line.trim() !== '')
      expect(passagesOf(text).flatMap(passage => plain(passage.text))).toEqual(plain(text))
    }
  })
})
