import { describe, expect, test } from 'vitest'
import { segmentOf, transcriptOf } from '../test-transcripts'
import { asMarkdown, asText } from './export-text'
import { found, piecesOf } from './search'

const nameOf = ({ speaker, name }: { speaker: number; name: string | null }) => name ?? `Speaker ${speaker}`

describe('A transcript for elsewhere [D24]', () => {
  test('as text: time, name and words, a line each', () => {
    expect(asText('Monday round', transcriptOf(), nameOf)).toBe(
      [
        'Monday round',
        '',
        '[0:00] Maya Okafor: The rims arrive on Tuesday.',
        '[0:10] Speaker 2: Then Saturday needs two more mechanics.',
        '[0:20] Maya Okafor: I ask Tom about the rims.',
        '',
      ].join('\n'),
    )
  })

  test('as markdown: what people said does not become markup', () => {
    const transcript = transcriptOf({ segments: [segmentOf(1, 1, 3661, '# not *a* [heading]')] })
    expect(asMarkdown('A_B', transcript, nameOf)).toBe(
      '# A\\_B\n\n**Maya Okafor** (1:01:01)\n\n\\# not \\*a\\* \\[heading\\]\n',
    )
  })

  test('without words the length of each part stands in their place', () => {
    const transcript = transcriptOf({ segments: [segmentOf(1, 1, 0, '')] })
    expect(asText('A', transcript, nameOf)).toContain('[0:00] Maya Okafor: (0:10)')
  })
})

describe('Looking for words', () => {
  test('capitals do not matter, and places stay places where a small letter is longer', () => {
    const { segments } = transcriptOf({ segments: [segmentOf(1, 1, 0, 'İn Rims, rims'), segmentOf(2, 1, 1, 'none')] })
    expect(found(segments, ' RIMS ')).toEqual([0])
    expect(piecesOf('İn Rims, rims', 'rims')).toEqual(['İn ', 'Rims', ', ', 'rims', ''])
  })

  test('nothing is looked for, nothing is found', () => {
    expect(found(transcriptOf().segments, '  ')).toEqual([])
    expect(piecesOf('Rims', '')).toEqual(['Rims'])
  })
})
