import type { Span } from './activity'

/** Frames: what is longer is cut, what is shorter says too little about a voice. */
const longest = 64
const shortest = 24

export interface Piece extends Span {
  /** Whether it goes on where the piece before it ends, without a pause. */
  follows: boolean
}

/** Cuts sounds into stretches that are likely to hold one voice each; sounds that are too short for that are left out. */
export function cutIntoPieces(sounds: readonly Span[]): Piece[] {
  return sounds
    .filter(({ start, end }) => end - start >= shortest)
    .flatMap(({ start, end }) => {
      const count = Math.ceil((end - start) / longest)
      const edge = (index: number) => start + Math.round(((end - start) * index) / count)
      return Array.from({ length: count }, (_, index) => ({
        start: edge(index),
        end: edge(index + 1),
        follows: index > 0,
      }))
    })
}
