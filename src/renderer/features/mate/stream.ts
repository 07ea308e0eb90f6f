import type { MateFrame, MateMessage } from '#shared/contract/mate/endpoints'

/** The received part of an answer that is being written. */
export interface Stream {
  /** The number of the last applied frame; 0 before the first. */
  last_seq: number
  text: string
  /** What Mate is reading, until it continues to write. */
  tool: string | null
  /** The stored message, if the answer ended before its question was confirmed. */
  end: MateMessage | null
}

export const emptyStream: Stream = { last_seq: 0, text: '', tool: null, end: null }

/** What a frame means for the answer. */
export type FrameResult =
  | { take: 'next'; stream: Stream }
  /** The stored message replaces the text. */
  | { take: 'end'; message: MateMessage }
  /** Frames before this one are missing and must be requested. */
  | { take: 'resume' }
  /** The frame was received before. */
  | { take: 'nothing' }

/** Applies the frames of an answer in their order, each once [D27]. */
export function applyFrame(stream: Stream, frame: MateFrame): FrameResult {
  if (stream.end || frame.seq <= stream.last_seq) return { take: 'nothing' }
  if (frame.seq > stream.last_seq + 1) return { take: 'resume' }
  const last_seq = frame.seq
  switch (frame.event) {
    case 'start':
      return { take: 'next', stream: { ...emptyStream, last_seq } }
    case 'delta':
      return { take: 'next', stream: { ...stream, last_seq, text: stream.text + frame.text, tool: null } }
    case 'tool':
      return { take: 'next', stream: { ...stream, last_seq, tool: frame.name } }
    case 'done':
    case 'error':
      return { take: 'end', message: frame.message }
  }
}

/** Ends of sentences, list items and lines; Hindi ends a sentence with a danda. */
const sentenceEnd = /[.!?…।]["”’)]*\s|\n/g
const wordEnd = /\s/g

/**
 * Returns the visible part of an unfinished text: whole words, or whole sentences for people who prefer reduced motion.
 */
export function shownPart(text: string, by: 'word' | 'sentence'): string {
  let end = 0
  for (const { index, 0: found } of text.matchAll(by === 'word' ? wordEnd : sentenceEnd)) end = index + found.length
  return text.slice(0, end)
}
