import { inflateSync } from 'node:zlib'

const woff = { header: 44, entry: 20 }
const sfnt = { header: 12, entry: 16 }
/** Tables begin at multiples of this many bytes. */
const alignment = 4

const aligned = (length: number) => Math.ceil(length / alignment) * alignment

/**
 * Unpacks a font (WOFF 1.0 to OpenType). From a packed one, the reader of fonts unpacks a whole table again for each letter
 * that it looks at.
 */
export function unpackedFont(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = packed.subarray(woff.header + index * woff.entry, woff.header + (index + 1) * woff.entry)
    const [offset, stored, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = packed.subarray(offset, offset + stored)
    const tag = entry.subarray(0, 4)
    const checksum = entry.subarray(16, 20)
    return { tag, checksum, bytes: stored < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes }
  })
  const start = sfnt.header + count * sfnt.entry
  const font = Buffer.alloc(tables.reduce((end, { bytes }) => end + aligned(bytes.length), start))
  packed.copy(font, 0, 4, 8)
  // A reader may search the table of contents by halves, which these three describe.
  const halvings = Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** halvings * sfnt.entry, 6)
  font.writeUInt16BE(halvings, 8)
  font.writeUInt16BE((count - 2 ** halvings) * sfnt.entry, 10)
  let at = start
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = sfnt.header + index * sfnt.entry
    tag.copy(font, entry)
    checksum.copy(font, entry + 4)
    font.writeUInt32BE(at, entry + 8)
    font.writeUInt32BE(bytes.length, entry + 12)
    bytes.copy(font, at)
    at += aligned(bytes.length)
  }
  return font
}
