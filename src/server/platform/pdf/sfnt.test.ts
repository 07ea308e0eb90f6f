import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { unpackedFont } from './sfnt'

const { resolve } = createRequire(import.meta.url)
const packed = (name: string) => readFileSync(resolve(`@fontsource/${name}`))
const latin = packed('noto-sans/files/noto-sans-latin-400-normal.woff')
const devanagari = packed('noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff')

interface Table {
  checksum: number
  bytes: Buffer
}

function tablesOf(font: Buffer): Map<string, Table> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16
    const [checksum, offset, length] = [
      font.readUInt32BE(at + 4),
      font.readUInt32BE(at + 8),
      font.readUInt32BE(at + 12),
    ]
    const table = { checksum, bytes: font.subarray(offset, offset + length) }
    return [font.toString('latin1', at, at + 4), table] as const
  })
  return new Map(entries)
}

/** As the font itself counts: the sum of its 32-bit words. The checksum of the head leaves a field out. */
function checksumOf(tag: string, bytes: Buffer): number {
  const words = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
  bytes.copy(words)
  if (tag === 'head') words.writeUInt32BE(0, 8)
  let sum = 0
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0
  return sum
}

async function written(font: Buffer, text: string): Promise<string> {
  const parts: Buffer[] = []
  const document = new PDFDocument({ compress: false, info: { CreationDate: new Date(0) } })
  document.registerFont('face', font).font('face').text(text).end()
  for await (const part of document) parts.push(part as Buffer)
  // Each document has an id, and each font in it a prefix, of their own.
  return Buffer.concat(parts)
    .toString('latin1')
    .replace(/\/ID \[.*?\]|[A-Z]{6}\+/gs, '')
}

describe('An unpacked font', () => {
  test.each([
    ['Latin', latin],
    ['Devanagari', devanagari],
  ])('has every table whole, as its checksum says: %s', (_, font) => {
    const tables = tablesOf(unpackedFont(font))
    expect([...tables.keys()]).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca', 'maxp']))
    for (const [tag, { checksum, bytes }] of tables) expect(checksumOf(tag, bytes), tag).toBe(checksum)
  })

  test.each([
    ['Latin', latin, 'AV fi: the wheel truing stand is back.'],
    ['Devanagari', devanagari, 'क्षेत्र में काम पूरा हुआ।'],
  ])('writes the same document as the packed one: %s', async (_, font, text) => {
    const document = await written(unpackedFont(font), text)
    expect(document).toContain('/FontFile2')
    expect(document).toBe(await written(font, text))
  })
})
