import type { MateFrame, MateMessage } from '#shared/contract/mate'

/** One answer while it is written, as far as it has arrived. */
export interface Stream {
  /** The number of the last frame that was taken; 0 before the first. */
  last_seq: number
  text: string
  /** What Mate is looking at, until it writes on. */
  tool: string | null
  /** The stored message, when the answer ended before its question was confirmed. */
  end: MateMessage | null
}

export const nothingHeard: Stream = { last_seq: 0, text: '', tool: null, end: null }

/** What a frame means to what is held of its answer. */
export type Heard =
  | { take: 'next'; stream: Stream }
  /** The stored message takes the place of the text. */
  | { take: 'end'; message: MateMessage }
  /** Frames are missing before this one: ask for them. */
  | { take: 'resume' }
  /** It was here before. */
  | { take: 'nothing' }

/** Takes the frames of one answer in their order, each once [D27]. */
export function hear(stream: Stream, frame: MateFrame): Heard {
  if (stream.end || frame.seq <= stream.last_seq) return { take: 'nothing' }
  if (frame.seq > stream.last_seq + 1) return { take: 'resume' }
  const last_seq = frame.seq
  switch (frame.event) {
    case 'start':
      return { take: 'next', stream: { ...nothingHeard, last_seq } }
    case 'delta':
      return { take: 'next', stream: { ...stream, last_seq, text: stream.text + frame.text, tool: null } }
    case 'tool':
      return { take: 'next', stream: { ...stream, last_seq, tool: frame.name } }
    case 'done':
    case 'error':
      return { take: 'end', message: frame.message }
  }
}

/** Ends of sentences, of list items and of lines; Hindi ends a sentence with a danda. */
const sentenceEnd = /[.!?…।]["”’)]*\s|\n/g
const wordEnd = /\s/g

/** The part of a text on its way that is shown: whole words, or whole sentences for people who want less motion. */
export function shownPart(text: string, by: 'word' | 'sentence'): string {
  let end = 0
  for (const { index, 0: found } of text.matchAll(by === 'word' ? wordEnd : sentenceEnd)) end = index + found.length
  return text.slice(0, end)
}
