import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines } from './line-diff'

const lines = (text: string) => text.split('')

/** Applies the hunks to `a`; the result must equal `b`. */
function apply(a: readonly string[], b: readonly string[]): string[] {
  const made: (readonly string[])[] = []
  let at = 0
  for (const { aFrom, aTo, bFrom, bTo } of diffLines(a, b)) {
    made.push(a.slice(at, aFrom), b.slice(bFrom, bTo))
    at = aTo
  }
  return [...made, a.slice(at)].flat()
}

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
const many = fc.array(fc.string({ maxLength: 2 }), { maxLength: 80 })

describe('The differences of two texts', () => {
  test('are empty for equal texts', () => {
    expect(diffLines(lines('abc'), lines('abc'))).toEqual([])
  })

  test('are insertions, deletions and changes, in order', () => {
    expect(diffLines(lines('abcdef'), lines('axbcef'))).toEqual([
      { aFrom: 1, aTo: 1, bFrom: 1, bTo: 2 },
      { aFrom: 3, aTo: 4, bFrom: 4, bTo: 4 },
    ])
  })

  test.each([
    ['few lines that repeat', few],
    ['many different lines', many],
  ])('lead from one to the other, also with %s', (_, texts) => {
    fc.assert(fc.property(texts, texts, (a, b) => void expect(apply(a, b)).toEqual(b)))
  })

  test('never touch each other: neighbouring changes are one', () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        const hunks = diffLines(a, b)
        for (const [at, hunk] of hunks.entries()) {
          const next = hunks[at + 1]
          expect(hunk.aTo > hunk.aFrom || hunk.bTo > hunk.bFrom).toBe(true)
          if (next) expect([next.aFrom > hunk.aTo, next.bFrom > hunk.bTo]).toEqual([true, true])
        }
      }),
    )
  })

  test('are as few as possible where the texts are small', () => {
    const changed = diffLines(lines('abcabba'), lines('cbabac'))
    expect(changed.reduce((sum, { aFrom, aTo, bFrom, bTo }) => sum + aTo - aFrom + bTo - bFrom, 0)).toBe(5)
  })

  test('come as a single hunk for hostile texts instead of taking unbounded time', () => {
    const random = (seed: number) => {
      let state = seed
      return Array.from({ length: 250_000 }, () => {
        state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
        return state & 65_536 ? 'x' : 'y'
      })
    }
    const [a, b] = [random(1), random(2)]
    expect(diffLines(a, b).length).toBeLessThan(10)
    expect(apply(a, b)).toEqual(b)
  })
})
