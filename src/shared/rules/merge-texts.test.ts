import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from './merge-texts'

const base = 'Opening\n- lights\n- till\n- door\nClosing'

describe('Joining two changes of one text [D18]', () => {
  test('takes what one of them changed', () => {
    const theirs = base.replace('till', 'till and float')
    expect(mergeTexts(base, base, theirs)).toEqual({ text: theirs, conflicts: 0 })
    expect(mergeTexts(base, theirs, base)).toEqual({ text: theirs, conflicts: 0 })
  })

  test('takes both where they are in different lines, also next to each other', () => {
    const mine = base.replace('lights', 'lights, all')
    const theirs = base.replace('till', 'till and float')
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: 'Opening\n- lights, all\n- till and float\n- door\nClosing',
      conflicts: 0,
    })
  })

  test('takes once what both did', () => {
    const both = base.replace('door', 'back door')
    expect(mergeTexts(base, both, both)).toEqual({ text: both, conflicts: 0 })
    const mine = `Today\n${both}`
    expect(mergeTexts(base, mine, both)).toEqual({ text: mine, conflicts: 0 })
  })

  test('tells where both changed one line, and keeps both', () => {
    const mine = base.replace('till', 'till at 8')
    const theirs = base.replace('till', 'till at 9')
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: 'Opening\n- lights\n- till at 8\n- till at 9\n- door\nClosing',
      conflicts: 1,
    })
  })

  test('does not guess the order of what both put in at one place', () => {
    expect(mergeTexts(base, `${base}\nmine`, `${base}\ntheirs`)).toEqual({
      text: `${base}\nmine\ntheirs`,
      conflicts: 1,
    })
  })

  test('tells when one took out what the other changed', () => {
    const mine = base.replace('- till\n', '')
    const theirs = base.replace('till', 'till at 9')
    expect(mergeTexts(base, mine, theirs)).toEqual({ text: theirs, conflicts: 1 })
  })

  test('loses no line that either of them wrote', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    const own = (mark: string) => fc.array(fc.constantFrom('a', 'b', 'c', `${mark}1`, `${mark}2`), { maxLength: 12 })
    fc.assert(
      fc.property(text, own('m'), own('t'), (from, my, their) => {
        const merged = mergeTexts(from.join('\n'), my.join('\n'), their.join('\n')).text.split('\n')
        const counted = (lines: string[], line: string) => lines.filter(one => one === line).length
        for (const line of [...my.filter(one => /m/.test(one)), ...their.filter(one => /t/.test(one))]) {
          const from = /m/.test(line) ? my : their
          expect(counted(merged, line)).toBe(counted(from, line))
        }
      }),
    )
  })

  test('comes to the same whoever is called me, but for the order in conflicts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 10 }).map(lines => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (from, my, their) => {
        const [one, other] = [mergeTexts(from, my, their), mergeTexts(from, their, my)]
        expect(one.conflicts).toBe(other.conflicts)
        if (one.conflicts === 0) expect(one.text).toBe(other.text)
      }),
    )
  })
})
