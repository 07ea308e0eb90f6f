/** Dimensions of the simulated screen and its pictures. */
export const size = { width: 1920, height: 1080 }

const paper = 250
const ink = 40
/** The grid of letters, and their size within a cell. */
const cell = { width: 10, height: 20, letterWidth: 8, letterHeight: 12 }
const letters = 48
/** The share of the width with text; the rest is a coloured area. */
const textShare = 0.75

/** RGB pixels of a screen that compresses about as well as real ones; another `turn` shows other text. */
export function screenPixels(turn: number): Buffer {
  const { width, height } = size
  const pixels = Buffer.alloc(width * height * 3, paper)
  const random = bytesFrom(turn + 1)
  const alphabet = Array.from({ length: letters }, () => Array.from({ length: cell.letterHeight }, random))
  const text = Array.from({ length: (width / cell.width) * (height / cell.height) }, () => alphabet[random() % letters])
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      if (x > width * textShare) {
        pixels[at] = x * 2 + turn * 16
        pixels[at + 1] = y + x
        pixels[at + 2] = Math.floor(y / 3)
      } else {
        const letter = text[Math.floor(y / cell.height) * (width / cell.width) + Math.floor(x / cell.width)]
        const bits = letter?.[y % cell.height] ?? 0
        const column = x % cell.width
        if (column < cell.letterWidth && (bits & (1 << column)) !== 0) pixels.fill(ink, at, at + 3)
      }
    }
  }
  return pixels
}

/** Pseudorandom bytes, the same for the same seed. */
function bytesFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515 + 12_345) % 2_147_483_647
    return (state >> 8) & (state >> 16) & 0xff
  }
}
