import PDFDocument from 'pdfkit'
import { Faces } from './faces'
import type { Run } from './markdown'

/** The style of a paragraph. Measures are in points. */
export interface Style {
  size: number
  /** Measured from the margin. */
  left?: number
  colour?: string
  bold?: boolean
  /** Printed before the first line, outside of the text. */
  marker?: string
}

export interface Picture {
  jpeg: Uint8Array
  width: number
  height: number
  /** Printed below it. */
  caption: string
}

interface Piece extends Run {
  face: string
  width: number
}
type Word = Piece[]
/** Words beside each other. */
export type Line = readonly Word[]

/** A page in PDFKit's memory; its types leave this out. */
interface Page {
  dictionary: { data: object }
}

const paper = { width: 595.28, height: 841.89, margin: 56 }
const fullWidth = paper.width - 2 * paper.margin
export const lineHeight = 1.45
const black = '#1a1a1a'
const grey = '#666666'
const blue = '#1d4ed8'
const gap = 9
/** How many pictures are beside each other and how high they are: the fewer, the larger. */
const rowsOfPictures = [
  { side: 1, width: fullWidth * 0.7, height: 270 },
  { side: 2, width: (fullWidth - gap) / 2, height: 200 },
  { side: 3, width: (fullWidth - 2 * gap) / 3, height: 130 },
] as const
const captionSize = 8
/** The layout cache is cleared after this many pages. */
const pagesOfWords = 5
/** How many measured words are cached. */
const cachedWords = 5_000
const graphemes = new Intl.Segmenter()
/**
 * For these scripts, text extraction gets the words in written order, not in the order in which their parts are drawn.
 */
const reordered = /\p{Script=Devanagari}/u

/** The most lines of a caption. */
const captionLines = 2

/** Measured from the margin, and from the current position. */
interface Area {
  x: number
  width: number
  height: number
}

const rowFor = (count: number) => rowsOfPictures[Math.min(count, rowsOfPictures.length) - 1] ?? rowsOfPictures[0]

/** The printed dimensions of a picture beside this many others. */
function sizeOf(picture: Picture, count: number): { width: number; height: number } {
  const { width, height } = rowFor(count)
  const scale = Math.min(width / picture.width, height / picture.height, 1)
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The height of the first row of pictures. */
export function heightOf(all: readonly Picture[]): number {
  const row = all.slice(0, rowFor(all.length).side)
  return row.length === 0
    ? 0
    : gap +
        captionLines * captionSize * lineHeight +
        Math.max(...row.map(picture => sizeOf(picture, all.length).height))
}

const isBox = (marker: string | undefined): marker is string => marker !== undefined && /^\[[ xX]\]$/.test(marker)
const widthOf = (word: Word) => word.reduce((sum, piece) => sum + piece.width, 0)

/** What a file says about itself. */
export interface About {
  title: string
  author: string
  language: string
  /** An ISO instant. */
  made_at: string
}

export const newDocument = ({ title, author, language, made_at }: About): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    // Null, because PDFKit would search one of its built-in fonts on disk.
    font: null as unknown as string,
    info: { Title: title, Author: author, Creator: 'Wheelhouse', CreationDate: new Date(made_at) },
  })

/** Pages that are filled from top to bottom; finished pages are not kept in memory. */
export class Sheet {
  readonly #faces: Faces
  readonly #widths = new Map<string, number>()
  #y = 0
  #page = 0

  constructor(
    private readonly document: PDFKit.PDFDocument,
    /** The text at the foot of a page. */
    private readonly foot: (page: number) => string,
  ) {
    this.#faces = new Faces(document)
    this.newPage()
  }

  get hasReplaced(): boolean {
    return this.#faces.hasReplaced
  }

  readonly width = fullWidth
  /** The usable height of a page. */
  readonly whole = paper.height - 2 * paper.margin

  /** The height left on this page. */
  get room(): number {
    return paper.height - paper.margin - this.#y
  }

  newPage(): void {
    const done = this.document.page as Page | null
    this.document.addPage()
    // The page is written: its contents are no longer needed, only its number.
    if (done) done.dictionary.data = {}
    this.#page += 1
    if (this.#page % pagesOfWords === 0) this.#faces.forgetWords()
    this.#y = paper.height - paper.margin / 2
    this.#draw(this.#wordsOf([{ text: this.foot(this.#page) }], 8, false), 8, paper.margin, grey)
    this.#y = paper.margin
  }

  /** Begins a new page unless this height is left. */
  need(points: number): void {
    if (this.#y + points > paper.height - paper.margin) this.newPage()
  }

  space(points: number): void {
    this.#y += points
  }

  /** Draws a thin line across the page. */
  rule(): void {
    this.need(8)
    this.document
      .moveTo(paper.margin, this.#y + 3)
      .lineTo(paper.width - paper.margin, this.#y + 3)
      .lineWidth(0.5)
      .stroke('#cccccc')
    this.#y += 8
  }

  /** Breaks words into lines of a width. */
  broken(runs: readonly Run[], { size, width, bold = false }: { size: number; width: number; bold?: boolean }): Line[] {
    const space = this.#measure(' ', 'regular-0', size)
    return linesOf(this.#wordsOf(runs, size, bold), { width, space }, word => this.#chop(word, size, width))
  }

  widthOf(line: Line, size: number): number {
    return this.#drawnAs(line, size).reduce((sum, piece) => sum + piece.width, 0)
  }

  /** Draws one line, placed from the margin and from the current position. */
  line(line: Line, { size, x, y, colour = black }: { size: number; x: number; y: number; colour?: string }): void {
    const top = this.#y
    this.#y += y
    this.#draw(line, size, paper.margin + x, colour)
    this.#y = top
  }

  /** Shades an area from the current position. */
  fill({ x, width, height }: Area, colour: string): void {
    this.document.rect(paper.margin + x, this.#y, width, height).fill(colour)
  }

  outline({ x, width, height }: Area, colour: string): void {
    this.document
      .rect(paper.margin + x, this.#y, width, height)
      .lineWidth(0.5)
      .stroke(colour)
  }

  paragraph(runs: readonly Run[], { size, left = 0, colour = black, bold = false, marker }: Style): void {
    const start = paper.margin + left
    const lines = this.broken(runs, { size, width: fullWidth - left, bold })
    for (const [index, line] of lines.entries()) {
      this.need(size * lineHeight)
      this.#y += size * lineHeight
      if (index === 0 && isBox(marker)) this.#box(start - size * 0.8 - 4, size * 0.8, marker, colour)
      else if (index === 0 && marker) {
        const [mark = []] = this.#wordsOf([{ text: marker }], size, bold)
        this.#draw([mark], size, start - widthOf(mark) - 4, colour)
      }
      this.#draw(line, size, start, colour)
    }
  }

  /** Draws pictures with their captions, several beside each other; a row is never split. */
  pictures(all: readonly Picture[]): void {
    const { side, width } = rowFor(all.length)
    for (let first = 0; first < all.length; first += side) {
      const row = all.slice(first, first + side).map(picture => {
        const caption = this.broken([{ text: picture.caption }], { size: captionSize, width })
        return { ...picture, ...sizeOf(picture, all.length), caption: caption.slice(0, captionLines) }
      })
      const height = Math.max(...row.map(picture => picture.height + picture.caption.length * captionSize * lineHeight))
      this.need(height + gap)
      for (const [place, picture] of row.entries()) {
        const x = place * (width + gap)
        const size = { width: picture.width, height: picture.height }
        this.document.image(Buffer.from(picture.jpeg), paper.margin + x, this.#y + gap / 2, size)
        for (const [nr, line] of picture.caption.entries()) {
          const y = gap / 2 + picture.height + (nr + 1) * captionSize * lineHeight
          this.line(line, { size: captionSize, x, y, colour: grey })
        }
      }
      this.#y += height + gap
    }
  }

  #wordsOf(runs: readonly Run[], size: number, allBold: boolean): Word[] {
    const words: Word[] = []
    let word: Word = []
    for (const run of runs) {
      const bold = allBold || run.bold === true
      for (const [index, part] of run.text.split(/\s+/).entries()) {
        if (index > 0 && word.length > 0) {
          words.push(word)
          word = []
        }
        for (const piece of this.#faces.piecesOf(part, bold ? 'bold' : 'regular'))
          if (piece.text) word.push({ ...run, ...piece, bold, width: this.#measure(piece.text, piece.face, size) })
      }
    }
    return word.length > 0 ? [...words, word] : words
  }

  #measure(text: string, face: string, size: number): number {
    const key = `${face} ${size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    this.#faces.use(face)
    const width = this.document.fontSize(size).widthOfString(text)
    if (this.#widths.size >= cachedWords) this.#widths.clear()
    this.#widths.set(key, width)
    return width
  }

  /** Splits a word that is wider than a line. */
  #chop(word: Word, size: number, width: number): Word[] {
    const parts: Word[] = []
    let part: Word = []
    for (const piece of word) {
      for (const { segment: text } of graphemes.segment(piece.text)) {
        const letter = { ...piece, text, width: this.#measure(text, piece.face, size) }
        if (widthOf(part) + letter.width > width && part.length > 0) {
          parts.push(part)
          part = []
        }
        const last = part.at(-1)
        if (last?.face === letter.face) part[part.length - 1] = joined(last, letter)
        else part.push(letter)
      }
    }
    return [...parts, part]
  }

  /** Draws one line with its baseline at `#y`. */
  #draw(line: readonly Word[], size: number, start: number, colour: string): void {
    let x = start
    for (const piece of this.#drawnAs(line, size)) {
      this.#faces.use(piece.face)
      const isReordered = reordered.test(piece.text)
      if (isReordered) this.document.markContent('Span', { actual: piece.text })
      this.document
        .fontSize(size)
        .fillColor(piece.link ? blue : colour)
        .text(piece.text, x, this.#y, { lineBreak: false, baseline: 'alphabetic', oblique: piece.italic === true })
      if (isReordered) this.document.endMarkedContent()
      if (piece.struck) this.#strike(x, piece.width, size, colour)
      if (piece.link) this.document.link(x, this.#y - size, piece.width, size * 1.3, piece.link)
      x += piece.width
    }
  }

  /** Draws the check box of a task; programs that read the file find the character of one. */
  #box(x: number, side: number, marker: string, colour: string): void {
    const isTicked = marker !== '[ ]'
    const top = this.#y - side
    this.document.markContent('Span', { actual: isTicked ? '\u2611' : '\u2610' })
    this.document.rect(x, top, side, side).lineWidth(0.7).stroke(colour)
    if (isTicked) {
      this.document
        .moveTo(x + side * 0.2, top + side * 0.5)
        .lineTo(x + side * 0.42, top + side * 0.75)
        .lineTo(x + side * 0.82, top + side * 0.22)
        .lineWidth(1.1)
        .stroke(colour)
    }
    this.document.endMarkedContent()
  }

  #strike(x: number, width: number, size: number, colour: string): void {
    const y = this.#y - size * 0.3
    this.document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(colour)
  }

  /** The pieces of a line with the spaces between its words; words of one style form one piece. */
  #drawnAs(line: readonly Word[], size: number): Piece[] {
    const drawn: Piece[] = []
    const add = (piece: Piece) => {
      const last = drawn.at(-1)
      if (last && isSameStyle(last, piece)) drawn[drawn.length - 1] = joined(last, piece)
      else drawn.push(piece)
    }
    for (const [index, word] of line.entries()) {
      const [before, after] = [line[index - 1]?.at(-1), word[0]]
      if (before && after) {
        const face = before.bold ? 'bold-0' : 'regular-0'
        const isLinked = before.link !== undefined && before.link === after.link
        const { link: _link, ...plain } = before
        add({ ...(isLinked ? before : plain), text: ' ', face, width: this.#measure(' ', face, size) })
      }
      for (const piece of word) add(piece)
    }
    return drawn
  }
}

const joined = (piece: Piece, other: Piece): Piece => ({
  ...piece,
  text: piece.text + other.text,
  width: piece.width + other.width,
})

const isSameStyle = (piece: Piece, other: Piece) =>
  piece.face === other.face &&
  piece.italic === other.italic &&
  piece.struck === other.struck &&
  piece.link === other.link

/** Breaks words into lines of a width; `chop` splits a word that fits on no line. */
function linesOf(
  words: readonly Word[],
  { width, space }: { width: number; space: number },
  chop: (word: Word) => Word[],
): Word[][] {
  const lines: Word[][] = []
  let line: Word[] = []
  let used = 0
  const add = (word: Word) => {
    const needed = widthOf(word)
    if (line.length > 0 && used + needed > width) {
      lines.push(line)
      line = []
      used = 0
    }
    line.push(word)
    used += needed + space
  }
  for (const word of words) {
    if (widthOf(word) <= width) add(word)
    else for (const part of chop(word)) add(part)
  }
  return line.length > 0 ? [...lines, line] : lines
}
