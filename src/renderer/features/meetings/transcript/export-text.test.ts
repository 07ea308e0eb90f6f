// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { segmentOf, transcriptOf } from '../test-transcripts'
import { asMarkdown, asText } from './export-text'
import { found, piecesOf } from './search'

const nameOf = ({ speaker, name }: { speaker: number; name: string | null }) => name ?? `Speaker ${speaker}`

describe('An exported transcript [D24]', () => {
  test('as text has a line per segment with time, name and words', () => {
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

  test('as markdown escapes what people said', () => {
    const transcript = transcriptOf({ segments: [segmentOf(1, 1, 3661, '# not *a* [heading]')] })
    expect(asMarkdown('A_B', transcript, nameOf)).toBe(
      '# A\\_B\n\n**Maya Okafor** (1:01:01)\n\n\\# not \\*a\\* \\[heading\\]\n',
    )
  })

  test('without words shows the length of each segment instead', () => {
    const transcript = transcriptOf({ segments: [segmentOf(1, 1, 0, '')] })
    expect(asText('A', transcript, nameOf)).toContain('[0:00] Maya Okafor: (0:10)')
  })
})

describe('Searching for words', () => {
  test('ignores case, and keeps positions where a lower-case letter is longer', () => {
    const { segments } = transcriptOf({ segments: [segmentOf(1, 1, 0, 'İn Rims, rims'), segmentOf(2, 1, 1, 'none')] })
    expect(found(segments, ' RIMS ')).toEqual([0])
    expect(piecesOf('İn Rims, rims', 'rims')).toEqual(['İn ', 'Rims', ', ', 'rims', ''])
  })

  test('finds nothing for an empty query', () => {
    expect(found(transcriptOf().segments, '  ')).toEqual([])
    expect(piecesOf('Rims', '')).toEqual(['Rims'])
  })
})
