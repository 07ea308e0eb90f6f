import type { Span } from './activity'

/** In frames: longer sounds are cut; shorter ones say too little about a voice. */
const longest = 64
const shortest = 24

export interface Piece extends Span {
  /** Whether it continues the piece before it without a pause. */
  follows: boolean
}

/** Cuts sounds into pieces that are likely to hold one voice each; sounds that are too short are left out. */
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
