import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?inline'
import boldCyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-700-normal.woff?inline'
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?inline'
import boldGreek from '@fontsource/noto-sans/files/noto-sans-greek-700-normal.woff?inline'
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?inline'
import boldLatin from '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff?inline'
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?inline'
import boldLatinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-700-normal.woff?inline'
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?inline'
import boldVietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-700-normal.woff?inline'
import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff?inline'
import boldDevanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff?inline'
import { unpackedFont } from './sfnt'

export type Weight = 'regular' | 'bold'

/** A part of a text whose letters one font has. */
export interface Piece {
  text: string
  /** The font's name in the document. */
  face: string
}

/** The fonts of a weight, in the order in which they are searched for a letter. */
const fonts: Record<Weight, readonly string[]> = {
  regular: [latin, latinExt, greek, cyrillic, vietnamese, devanagari],
  bold: [boldLatin, boldLatinExt, boldGreek, boldCyrillic, boldVietnamese, boldDevanagari],
}
/** Replaces letters that no font has. */
const replacement = '\ufffd'
/** Characters that shape or join others and are invisible by themselves. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const plain = /^[\x20-\x7e]*$/
/** How many letters are cached with their font. */
const cachedLetters = 10_000
const graphemes = new Intl.Segmenter()

/** The parts of PDFKit's document that are used; its types leave the font out. */
interface Document {
  registerFont(name: string, font: Buffer): unknown
  font(name: string): unknown
  readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean }; layoutCache: object }
}

const nameOf = (weight: Weight, place: number) => `${weight}-${place}`
const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

/** The fonts of a document, each loaded on first use. */
export class Faces {
  /** Whether any letter had to be replaced. */
  hasReplaced = false
  readonly #document: Document
  readonly #known = new Set<string>()
  readonly #chosen = new Map<string, Piece>()

  constructor(document: object) {
    this.#document = document as Document
  }

  /** Selects the font for what is measured or drawn next. */
  use(name: string): void {
    if (!this.#known.has(name)) {
      const [weight, place] = name.split('-') as [Weight, string]
      this.#document.registerFont(name, unpackedFont(bytesOf(fonts[weight][Number(place)] ?? '')))
      this.#known.add(name)
    }
    this.#document.font(name)
  }

  /** Clears PDFKit's layout cache, which would otherwise grow with every word until the document is finished. */
  forgetWords(): void {
    for (const name of this.#known) {
      this.use(name)
      this.#document._font.layoutCache = Object.create(null)
    }
  }

  /** Splits a text into pieces of one font each; letters that no font has are replaced one for one. */
  piecesOf(text: string, weight: Weight): Piece[] {
    const first = nameOf(weight, 0)
    if (plain.test(text)) return [{ text, face: first }]
    const pieces: Piece[] = []
    for (const { segment } of graphemes.segment(text)) {
      const piece = this.#chosenFor(segment, weight)
      const last = pieces.at(-1)
      if (last?.face === piece.face) last.text += piece.text
      else if (piece.text) pieces.push({ ...piece })
    }
    if (pieces.some(piece => piece.text.includes(replacement))) this.hasReplaced = true
    return pieces
  }

  #chosenFor(grapheme: string, weight: Weight): Piece {
    const key = `${weight} ${grapheme}`
    const known = this.#chosen.get(key)
    if (known) return known
    const piece = this.#choose(grapheme, weight) ?? { text: replacement, face: nameOf(weight, 0) }
    if (this.#chosen.size >= cachedLetters) this.#chosen.clear()
    this.#chosen.set(key, piece)
    return piece
  }

  #choose(grapheme: string, weight: Weight): Piece | undefined {
    const seen = grapheme.replace(invisible, '')
    if (!seen) return { text: '', face: nameOf(weight, 0) }
    for (const place of fonts[weight].keys()) {
      const face = nameOf(weight, place)
      // A joiner that the font knows affects the shape of its neighbours.
      for (const text of [grapheme, seen]) if (this.#has(face, text)) return { text, face }
    }
    return undefined
  }

  #has(face: string, text: string): boolean {
    this.use(face)
    const { font } = this.#document._font
    return [...text].every(letter => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  }
}
