import { inflateSync } from 'node:zlib'

/** The text of a PDF made with PDFKit, as programs extract it. */
export interface PdfText {
  /** Line by line, letters in the order in which they are drawn. */
  lines: string[]
  /** The same with positions: a text is everything drawn from one position. */
  placed: Placed[]
  images: (Area & { page: number })[]
  /** The number of rectangles, filled or outlined. */
  rectangles: number
  /** Replacement texts of letters that are drawn in another order. */
  actual: string[]
  pages: number
  /** Raw objects, without streams. */
  objects: ReadonlyMap<number, string>
}

/** In points, from the lower left corner. */
interface Area {
  x: number
  y: number
  width: number
  height: number
}

interface Placed {
  page: number
  x: number
  y: number
  text: string
}

interface Stored {
  head: string
  stream: string | null
}

export function textOfPdf(file: Uint8Array): PdfText {
  const stored = objectsOf(Buffer.from(file).toString('latin1'))
  const fonts = fontsOf(stored)
  const contents = [...stored.values()]
    .filter(({ stream }) => stream?.includes(' Tm'))
    .map(({ stream }) => stream ?? '')
  const drawn = contents.flatMap((content, index) =>
    placedIn(content, fonts).map(piece => ({ page: index + 1, ...piece })),
  )
  return {
    placed: drawn,
    images: contents.flatMap((content, index) => imagesIn(content).map(area => ({ page: index + 1, ...area }))),
    rectangles: contents.reduce((sum, content) => sum + (content.match(/^[\d. -]+ re$/gm) ?? []).length, 0),
    lines: contents.flatMap(content => linesOf(content, fonts)),
    actual: contents.flatMap(content => [...content.matchAll(/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(actualText)),
    pages: [...stored.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head)).length,
    objects: new Map([...stored].map(([id, { head }]) => [id, head])),
  }
}

function objectsOf(text: string): Map<number, Stored> {
  const objects = new Map<number, Stored>()
  for (const found of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const start = found.index + found[0].length
    const head = text.slice(start, text.indexOf('endobj', start))
    const [whole = '', told = ''] = /^([\s\S]*?)\nstream\n/.exec(text.slice(start)) ?? []
    if (!whole || told.length > head.length) {
      objects.set(Number(found[1]), { head, stream: null })
      continue
    }
    const from = start + whole.length
    const bytes = Buffer.from(text.slice(from, from + Number(/\/Length (\d+)/.exec(told)?.[1])), 'latin1')
    const unpacked = told.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    const stream = told.includes('/DCTDecode') ? null : unpacked.toString('latin1')
    objects.set(Number(found[1]), { head: told, stream })
  }
  return objects
}

/** For each font name in page contents: the text of each of its glyphs. */
function fontsOf(objects: ReadonlyMap<number, Stored>): Map<string, string[]> {
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, unicode] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '') ?? []
      fonts.set(name, glyphTexts(objects.get(Number(unicode))?.stream ?? ''))
    }
  }
  return fonts
}

function glyphTexts(map: string): string[] {
  const texts: string[] = []
  for (const [, start = '', all = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/gs)) {
    for (const [index, [, codes = '']] of [...all.matchAll(/<([0-9a-f ]*)>/g)].entries())
      texts[Number.parseInt(start, 16) + index] = fromUtf16(Buffer.from(codes.replaceAll(' ', ''), 'hex'))
  }
  return texts
}

const fromUtf16 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString('utf16le')

function linesOf(content: string, fonts: ReadonlyMap<string, string[]>): string[] {
  const lines: string[] = []
  let height = ''
  let font: readonly string[] = []
  for (const [, y, name, shown] of content.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (y !== undefined && y !== height) {
      lines.push('')
      height = y
    } else if (name !== undefined) font = fonts.get(name) ?? []
    else if (shown !== undefined) lines[lines.length - 1] += textOfGlyphs(shown, font)
  }
  return lines
}

/** Consecutive pieces at the same height are one text, unless there is a gap. */
function placedIn(content: string, fonts: ReadonlyMap<string, string[]>): Omit<Placed, 'page'>[] {
  const pieces: Omit<Placed, 'page'>[] = []
  let font: readonly string[] = []
  for (const found of content.matchAll(/1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    const [, x, y, name, shown] = found
    if (x !== undefined && y !== undefined) pieces.push({ x: Number(x), y: Number(y), text: '' })
    else if (name !== undefined) font = fonts.get(name) ?? []
    else if (shown !== undefined) {
      const last = pieces.at(-1)
      if (last) last.text += textOfGlyphs(shown, font)
    }
  }
  return pieces
}

function imagesIn(content: string): Area[] {
  return [...content.matchAll(/^([\d.-]+) 0 0 ([\d.-]+) ([\d.-]+) ([\d.-]+) cm\n\/I\d+ Do/gm)].map(
    ([, width, height, x, y]) => ({
      width: Number(width),
      height: Math.abs(Number(height)),
      x: Number(x),
      y: paperHeight - Number(y),
    }),
  )
}
const paperHeight = 841.89

function textOfGlyphs(shown: string, font: readonly string[]): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
  return glyphs.map(glyph => font[Number.parseInt(glyph, 16)] ?? '?').join('')
}

function actualText([, escaped = '']: RegExpMatchArray): string {
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = escaped.replace(/\\([\s\S])/g, (_, letter: string) => named[letter] ?? letter)
  return fromUtf16(Buffer.from(bytes, 'latin1').subarray(2))
}
