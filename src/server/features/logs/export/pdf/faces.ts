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

export type Weight = 'regular' | 'bold'

/** A part of a text that one font has the letters of. */
export interface Piece {
  text: string
  /** The font's name in the document. */
  face: string
}

/** The fonts of a weight, in the order in which they are asked for a letter. */
const fonts: Record<Weight, readonly string[]> = {
  regular: [latin, latinExt, greek, cyrillic, vietnamese, devanagari],
  bold: [boldLatin, boldLatinExt, boldGreek, boldCyrillic, boldVietnamese, boldDevanagari],
}
/** Stands for what no font has. */
const replacement = '\ufffd'
/** Shapes or joins others and is not seen by itself. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu
const plain = /^[\x20-\x7e]*$/
/** How many letters are remembered with the font that has them. */
const remembered = 10_000
const graphemes = new Intl.Segmenter()

/** What is asked of PDFKit's document; its types leave the font out. */
interface Document {
  registerFont(name: string, font: Buffer): unknown
  font(name: string): unknown
  readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean }; layoutCache: object }
}

const nameOf = (weight: Weight, place: number) => `${weight}-${place}`
const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')

/** The fonts of a document, each read when it is first needed. */
export class Faces {
  /** Whether anything had to be replaced. */
  hasReplaced = false
  readonly #document: Document
  readonly #known = new Set<string>()
  readonly #chosen = new Map<string, Piece>()

  constructor(document: object) {
    this.#document = document as Document
  }

  /** Chooses a font for what is measured or drawn next. */
  use(name: string): void {
    if (!this.#known.has(name)) {
      const [weight, place] = name.split('-') as [Weight, string]
      this.#document.registerFont(name, bytesOf(fonts[weight][Number(place)] ?? ''))
      this.#known.add(name)
    }
    this.#document.font(name)
  }

  /** Forgets how words are set, which PDFKit would remember of each for as long as the document is written. */
  forgetWords(): void {
    for (const name of this.#known) {
      this.use(name)
      this.#document._font.layoutCache = Object.create(null)
    }
  }

  /** A text as pieces of one font each; letters that none of them has are replaced, one for one. */
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
    if (this.#chosen.size >= remembered) this.#chosen.clear()
    this.#chosen.set(key, piece)
    return piece
  }

  #choose(grapheme: string, weight: Weight): Piece | undefined {
    const seen = grapheme.replace(unseen, '')
    if (!seen) return { text: '', face: nameOf(weight, 0) }
    for (const place of fonts[weight].keys()) {
      const face = nameOf(weight, place)
      // A joiner that the font knows decides how its neighbours look.
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
