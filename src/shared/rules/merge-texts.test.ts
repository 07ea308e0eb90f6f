import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from './merge-texts'

const base = 'Opening\n- lights\n- till\n- door\nClosing'

describe('Merging two changes of one text [D18]', () => {
  test('takes a change that only one side made', () => {
    const theirs = base.replace('till', 'till and float')
    expect(mergeTexts(base, base, theirs)).toEqual({ text: theirs, conflicts: 0 })
    expect(mergeTexts(base, theirs, base)).toEqual({ text: theirs, conflicts: 0 })
  })

  test('takes both if they are in different lines, also adjacent ones', () => {
    const mine = base.replace('lights', 'lights, all')
    const theirs = base.replace('till', 'till and float')
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: 'Opening\n- lights, all\n- till and float\n- door\nClosing',
      conflicts: 0,
    })
  })

  test('takes a change once if both sides made it', () => {
    const both = base.replace('door', 'back door')
    expect(mergeTexts(base, both, both)).toEqual({ text: both, conflicts: 0 })
    const mine = `Today\n${both}`
    expect(mergeTexts(base, mine, both)).toEqual({ text: mine, conflicts: 0 })
  })

  test('reports where both sides changed one line, and keeps both', () => {
    const mine = base.replace('till', 'till at 8')
    const theirs = base.replace('till', 'till at 9')
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: 'Opening\n- lights\n- till at 8\n- till at 9\n- door\nClosing',
      conflicts: 1,
    })
  })

  test('does not guess an order when both insert at one place', () => {
    expect(mergeTexts(base, `${base}\nmine`, `${base}\ntheirs`)).toEqual({
      text: `${base}\nmine\ntheirs`,
      conflicts: 1,
    })
  })

  test('reports when one side removed what the other changed', () => {
    const mine = base.replace('- till\n', '')
    const theirs = base.replace('till', 'till at 9')
    expect(mergeTexts(base, mine, theirs)).toEqual({ text: theirs, conflicts: 1 })
  })

  test('loses no line that either side wrote', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    const own = (mark: string) => fc.array(fc.constantFrom('a', 'b', 'c', `${mark}1`, `${mark}2`), { maxLength: 12 })
    fc.assert(
      fc.property(text, own('m'), own('t'), (from, my, their) => {
        const merged = mergeTexts(from.join('\n'), my.join('\n'), their.join('\n')).text.split('\n')
        const counted = (lines: string[], line: string) => lines.filter(candidate => candidate === line).length
        for (const line of [...my.filter(added => /m/.test(added)), ...their.filter(added => /t/.test(added))]) {
          const from = /m/.test(line) ? my : their
          expect(counted(merged, line)).toBe(counted(from, line))
        }
      }),
    )
  })

  test('is symmetrical, except for the order within conflicts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 10 }).map(lines => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (from, my, their) => {
        const [merged, other] = [mergeTexts(from, my, their), mergeTexts(from, their, my)]
        expect(merged.conflicts).toBe(other.conflicts)
        if (merged.conflicts === 0) expect(merged.text).toBe(other.text)
      }),
    )
  })
})
