import type { Segment, Speaker, Transcript } from '#shared/contract/meetings/endpoints'
import { clockText } from '../../../platform/clock-text'

type NameOf = (speaker: Pick<Speaker, 'speaker' | 'name'>) => string

interface Line extends Segment {
  name: string
}

function linesOf({ speakers, segments }: Transcript, nameOf: NameOf): Line[] {
  const names = new Map(speakers.map(speaker => [speaker.speaker, nameOf(speaker)]))
  return segments.map(segment => ({
    ...segment,
    name: names.get(segment.speaker) ?? nameOf({ speaker: segment.speaker, name: null }),
  }))
}

/** Returns the transcript as plain text, with a line per segment of time, name and words. */
export function asText(title: string, transcript: Transcript, nameOf: NameOf): string {
  const lines = linesOf(transcript, nameOf).map(
    ({ start, end, name, text }) => `[${clockText(start)}] ${name}: ${text || `(${clockText(end - start)})`}`,
  )
  return [title, '', ...lines, ''].join('\n')
}

/** Returns the transcript as markdown, with a paragraph per segment. What people said is escaped. */
export function asMarkdown(title: string, transcript: Transcript, nameOf: NameOf): string {
  const paragraphs = linesOf(transcript, nameOf).map(
    ({ start, end, name, text }) =>
      `**${escaped(name)}** (${clockText(start)})\n\n${text ? escaped(text) : `*${clockText(end - start)}*`}`,
  )
  return `${[`# ${escaped(title)}`, ...paragraphs].join('\n\n')}\n`
}

const escaped = (text: string) => text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
