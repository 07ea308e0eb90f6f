const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** The side of the drawn picture in pixels; stretching it for display blurs it further. */
const side = 16

type Colour = readonly [red: number, green: number, blue: number]

/** Turns a blur hash into a data URL to show until the real picture has loaded; null for an invalid hash. */
export function blurPicture(hash: string): string | null {
  const colours = decoded(hash)
  return colours && `data:image/bmp;base64,${btoa(String.fromCharCode(...bitmap(colours)))}`
}

/** Returns the components of the cosine transform, row by row; null for an invalid hash. */
function decoded(hash: string): { parts: readonly Colour[]; wide: number } | null {
  const number = (from: number, to: number) =>
    [...hash.slice(from, to)].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0)
  if (hash.length < 6 || [...hash].some(digit => !digits.includes(digit))) return null
  const size = number(0, 1)
  const wide = (size % 9) + 1
  const high = Math.floor(size / 9) + 1
  if (hash.length !== 4 + 2 * wide * high) return null
  const strongest = (number(1, 2) + 1) / 166
  const average = number(2, 6)
  const parts: Colour[] = [[linear(average >> 16), linear((average >> 8) & 255), linear(average & 255)]]
  for (let part = 1; part < wide * high; part += 1) {
    const value = number(4 + part * 2, 6 + part * 2)
    const at = (step: number) => signedSquare((step - 9) / 9) * strongest
    parts.push([at(Math.floor(value / 361)), at(Math.floor(value / 19) % 19), at(value % 19)])
  }
  return { parts, wide }
}

/** Browsers can draw an uncompressed bitmap without a canvas. */
function bitmap({ parts, wide }: NonNullable<ReturnType<typeof decoded>>): Uint8Array {
  const header = 54
  const bytes = new Uint8Array(header + side * side * 3)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x42_4d)
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, header, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, side, true)
  // A negative height puts the top row first.
  view.setInt32(22, -side, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const colour = [0, 0, 0]
      for (const [index, part] of parts.entries()) {
        const column = index % wide
        const row = Math.floor(index / wide)
        const weight = Math.cos((Math.PI * x * column) / side) * Math.cos((Math.PI * y * row) / side)
        for (const channel of [0, 1, 2]) colour[channel] = (colour[channel] ?? 0) + (part[channel] ?? 0) * weight
      }
      // Bitmaps store blue first.
      for (const channel of [0, 1, 2]) bytes[header + (y * side + x) * 3 + channel] = shown(colour[2 - channel] ?? 0)
    }
  }
  return bytes
}

const signedSquare = (value: number) => Math.sign(value) * value * value

/** Converts between sRGB bytes and linear light. */
function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function shown(light: number): number {
  const value = Math.min(1, Math.max(0, light))
  return Math.round((value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055) * 255)
}
