import { describe, expect, test } from 'vitest'
import { type LabelledSegment, speakersByOverlap, speakersOverPieces } from './speakers'

const turn = (speaker: number, start: number, end: number) => ({ speaker, start, end, text: '' })
const said = (start: number, end: number) => ({ start, end, text: 'So.', speaker: null })
const heard = (piece: number, speaker: string, start: number, end: number): LabelledSegment => ({
  ...{ piece, speaker, start, end },
  text: 'So.',
})

describe('Speakers of segments, by who spoke when [D24]', () => {
  test('are those who spoke most meanwhile, or the nearest if nobody was heard', () => {
    const turns = [turn(1, 0, 4), turn(2, 4, 9), turn(3, 20, 25)]
    expect(speakersByOverlap([said(3, 6), said(1, 2), said(11, 12), said(18, 19)], turns)).toEqual(['2', '1', '2', '3'])
  })

  test('are one person if no voices were separated', () => {
    expect(speakersByOverlap([said(0, 1), said(5, 6)], [])).toEqual(['1', '1'])
  })

  test('add up several turns of one person', () => {
    expect(speakersByOverlap([said(0, 10)], [turn(1, 0, 3), turn(2, 3, 7), turn(1, 7, 10)])).toEqual(['1'])
  })
})

describe('Speakers that are labelled anew in each piece [D24]', () => {
  const turns = [turn(1, 0, 10), turn(2, 10, 20), turn(2, 20, 30), turn(1, 30, 40)]

  test('are the same person if the same voice is heard', () => {
    const all = [heard(0, 'A', 0, 10), heard(0, 'B', 10, 20), heard(1, 'A', 20, 30), heard(1, 'B', 30, 40)]
    expect(speakersOverPieces(all, turns)).toEqual(['1', '2', '2', '1'])
  })

  test('are different people within a piece, whatever else is heard', () => {
    const all = [heard(0, 'A', 0, 8), heard(0, 'B', 8, 10), heard(0, 'A', 10, 12)]
    const [first, second, third] = speakersOverPieces(all, [turn(1, 0, 12)])
    expect(first).toBe(third)
    expect(second).not.toBe(first)
  })

  test('stay apart if no voices were separated', () => {
    const found = speakersOverPieces([heard(0, 'A', 0, 8), heard(1, 'A', 8, 10)], [])
    expect(new Set(found).size).toBe(2)
  })
})
