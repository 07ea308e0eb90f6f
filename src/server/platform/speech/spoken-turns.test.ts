import { describe, expect, test } from 'vitest'
import { joinIntoTurns } from './spoken-turns'

const said = (start: number, end: number, text: string) => ({ start, end, text })

describe('Turns made from spoken segments', () => {
  test('number speakers in the order in which they speak, and join continuous speech', () => {
    const all = [said(0, 2, 'One'), said(2.5, 4, 'two.'), said(4, 5, 'Three.'), said(7, 8, 'Four.')]
    expect(joinIntoTurns(all, ['b', 'b', 'a', 'a'])).toEqual([
      { start: 0, end: 4, speaker: 1, text: 'One two.' },
      { start: 4, end: 5, speaker: 2, text: 'Three.' },
      { start: 7, end: 8, speaker: 2, text: 'Four.' },
    ])
  })

  test('are at most half a minute long', () => {
    const all = Array.from({ length: 10 }, (_, index) => said(10 * index, 10 * index + 10, String(index)))
    const turns = joinIntoTurns(
      all,
      all.map(() => 'a'),
    )
    expect(turns.map(turn => turn.text)).toEqual(['0 1 2', '3 4 5', '6 7 8', '9'])
  })
})
