import { describe, expect, test } from 'vitest'
import { document } from '#shared/contract/documents/limits'
import { lineChanges } from './line-changes'

describe('Counting added and removed lines', () => {
  test.each([
    ['nothing and nothing', '', '', 0, 0],
    ['a first text', '', 'One\nTwo', 2, 0],
    ['a text that is gone', 'One\nTwo', '', 0, 2],
    ['a changed line', 'One\nTwo\nThree', 'One\n2\nThree', 1, 1],
    ['a moved line', 'One\nTwo\nThree', 'Three\nOne\nTwo', 1, 1],
    ['an empty line between', 'One\nTwo', 'One\n\nTwo', 0, 0],
    [
      'a longer cell, which pads its whole column',
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
      '| a   | b |\n|-----|---|\n| one | 2 |\n| 3   | 4 |',
      1,
      1,
    ],
    ['lists, blanks and emphasis in another spelling', '* One  \n* _Two_\n', '- One\n\n- *Two*', 0, 0],
    ['a break at the end', 'One', 'One\n', 0, 0],
    ['breaks of another kind', 'One\r\nTwo', 'One\nTwo', 0, 0],
    ['twice the same', 'One\nOne', 'One', 0, 1],
  ])('%s', (_name, before, after, added, removed) => {
    expect(lineChanges(before, after)).toEqual({ added, removed })
  })

  test('takes linear time for the longest texts, however they are mixed', () => {
    const mixed = (seed: number, lines: number) => {
      let state = seed
      const next = () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state > 1_073_741_824 ? 'a' : 'b'
      }
      return Array.from({ length: lines }, next).join('\n')
    }
    const most = document.contentLength / 2
    const { added, removed } = lineChanges(mixed(1, most), mixed(2, most - 1_000))
    expect([removed > 0, removed - added]).toEqual([true, 1_000])
  })
})
