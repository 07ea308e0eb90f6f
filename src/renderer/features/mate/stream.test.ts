// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MateFrame } from '#shared/contract/mate/endpoints'
import { applyFrame, emptyStream, type Stream, shownPart } from './stream'
import { framesOf } from './test-mate'

/** Applies frames; returns the stream, and what `hear` said about each frame. */
function heardAll(frames: readonly MateFrame[]): { stream: Stream; meant: string[] } {
  let stream = emptyStream
  const meant = frames.map(frame => {
    const result = applyFrame(stream, frame)
    if (result.take === 'next') stream = result.stream
    return result.take
  })
  return { stream, meant }
}

describe('The frames of one answer [D27]', () => {
  const [start, first, two, three, done] = framesOf(12, ['Pads ', 'are ', 'in.'])

  test('are joined in their order', () => {
    const { stream, meant } = heardAll([start, first, two, three])
    expect(stream.text).toBe('Pads are in.')
    expect(meant).toEqual(['next', 'next', 'next', 'next'])
  })

  test('that were received before change nothing', () => {
    const { stream, meant } = heardAll([start, first, first, start, two])
    expect(stream.text).toBe('Pads are ')
    expect(meant).toEqual(['next', 'next', 'nothing', 'nothing', 'next'])
  })

  test('with a gap request the missing ones, and change nothing', () => {
    const { stream, meant } = heardAll([start, first, three])
    expect(stream).toMatchObject({ text: 'Pads ', last_seq: 2 })
    expect(meant).toEqual(['next', 'next', 'resume'])
  })

  test('start over with a second start', () => {
    const { stream } = heardAll([start, first, { event: 'start', message_id: 12, seq: 3 }])
    expect(stream).toMatchObject({ text: '', last_seq: 3 })
  })

  test('show what Mate is reading until it continues to write', () => {
    const tool = { event: 'tool', message_id: 12, seq: 2, name: 'find_logs', summary: 'pads' } as const
    expect(heardAll([start, tool]).stream.tool).toBe('find_logs')
    expect(heardAll([start, tool, { ...first, seq: 3 }]).stream.tool).toBeNull()
  })

  test('end with the stored message', () => {
    const { stream } = heardAll([start, first, two, three])
    expect(applyFrame(stream, done)).toMatchObject({ take: 'end', message: { id: 12, state: 'done' } })
  })
})

describe('An answer being written', () => {
  test('is shown by whole words', () => {
    expect(shownPart('The brake p', 'word')).toBe('The brake ')
    expect(shownPart('The', 'word')).toBe('')
  })

  test.each([
    ['Pads are in. Rotors ar', 'Pads are in. '],
    ['He said “no.” Then', 'He said “no.” '],
    ['Two things:\n\n- Pa', 'Two things:\n\n'],
    ['पैड आ गए। रोटर', 'पैड आ गए। '],
    ['Version 1.5 is', ''],
  ])('is shown by whole sentences to people who want less motion: %j', (text, shown) => {
    expect(shownPart(text, 'sentence')).toBe(shown)
  })

  test('never shows words that it does not contain', () => {
    const texts = fc.array(fc.constantFrom('a', ' ', '.', '”', '\n', '।', '👩‍🔧')).map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, fc.constantFrom('word' as const, 'sentence' as const), (text, by) => {
        expect(text.startsWith(shownPart(text, by))).toBe(true)
      }),
    )
  })
})
