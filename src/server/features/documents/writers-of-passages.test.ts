import { describe, expect, test } from 'vitest'
import { writersOfPassages } from './writers-of-passages'

const by = (authors: number[], ...passages: string[]) => ({ content: passages.join('\n\n'), authors })

describe('Who wrote what between two versions [D46]', () => {
  test('each passage belongs to those who wrote the version in which it came or went', () => {
    const first = by([1], 'Lights', 'Till', 'Door')
    const second = by([2], 'Lights', 'Heating', 'Door')
    const third = by([3, 4], 'Lights', 'Heating', 'Door', 'Alarm')
    expect(writersOfPassages([first, second, third])).toEqual({
      added: [null, [2], null, [3, 4]],
      removed: [null, [2], null],
    })
  })

  test('what came and went in between belongs to nobody', () => {
    expect(writersOfPassages([by([1], 'a'), by([2], 'a', 'b'), by([3], 'a')])).toEqual({
      added: [null],
      removed: [null],
    })
    expect(writersOfPassages([by([1], 'a')])).toEqual({ added: [null], removed: [null] })
  })

  test('a changed passage is gone and new by the same people, and one that was moved too', () => {
    expect(writersOfPassages([by([1], 'a', 'b'), by([2], 'a', 'c')])).toEqual({
      added: [null, [2]],
      removed: [null, [2]],
    })
  })
})
