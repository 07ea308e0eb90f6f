import { drawBox, drawTable, mostColumns } from '../../../../platform/pdf/boxes'
import { type Block, blocksOf, type Run } from '../../../../platform/pdf/markdown'
import { heightOf, lineHeight, newDocument, type Picture, Sheet } from '../../../../platform/pdf/sheet'

/** The beginning of the file, already in the reader's language. */
export interface Title {
  title: string
  /** Lines below the title: the range, and who exported it. */
  lines: string[]
  author: string
  language: string
  /** An ISO instant. */
  made_at: string
  /** `{{page}}` is the page number. */
  foot: string
  /** Printed if there are no logs. */
  nothing: string
  /** Printed at the end if letters had to be replaced. */
  replaced: string
  /** Printed above the lines of a table that is too wide for any page; `{{count}}` is its number of columns. */
  wide: string
}

/** A log as it is printed. */
export interface Entry {
  /** The heading of its day, printed once. */
  day: string
  /** Its time and writer. */
  time: string
  writer: string
  link: string
  /** Empty if the text begins with it. */
  title: string
  /** Markdown. */
  content: string
  /** Lines below the text: labels, files, hidden pictures. */
  notes: string[]
  pictures: Picture[]
}

const grey = '#666666'
const headings = [14, 13, 12, 11, 11, 11]

const headingSize = ({ level }: Block) => headings[level - 1] ?? 11

/** The most consecutive headings that are kept together. */
const maximumTogether = 4

/** How much of the block after a heading is kept with it: two lines of text, or the beginning of a box. */
const beginnings: Partial<Record<Block['kind'], number>> = { table: 54, code: 54, quote: 54 }
const beginningOf = (block: Block | undefined) => (block && beginnings[block.kind]) ?? 2 * 10 * lineHeight

/**
 * The height of the headings from here on with the beginning of the next block, so that no heading is the last line on
 * its page. `behind` is the height of what follows the last block in one piece.
 */
function keptWith(blocks: readonly Block[], from: number, behind: number): number {
  const next = blocks.slice(from, from + maximumTogether)
  const end = next.findIndex(({ kind }) => kind !== 'heading')
  const over = end < 0 ? next : next.slice(0, end)
  const isLast = from + over.length >= blocks.length
  const kept = isLast ? Math.max(behind, 10 * lineHeight) : beginningOf(next[over.length])
  return over.reduce((sum, block) => sum + headingSize(block) * lineHeight, kept)
}

/** A PDF of logs that is written log by log; `take` removes the finished part. */
export class LogBook {
  readonly #document: PDFKit.PDFDocument
  readonly #sheet: Sheet
  #day = ''

  constructor(private readonly about: Title) {
    const { title, author, language, made_at, foot } = about
    this.#document = newDocument({ title, author, language, made_at })
    this.#sheet = new Sheet(this.#document, page => foot.replace('{{page}}', String(page)))
    this.#sheet.paragraph([{ text: title }], { size: 20, bold: true })
    this.#sheet.space(4)
    for (const text of about.lines) this.#sheet.paragraph([{ text }], { size: 9, colour: grey })
  }

  add(entry: Entry): void {
    const sheet = this.#sheet
    if (entry.day !== this.#day) this.#beginDay(entry.day)
    const blocks = blocksOf(entry.content)
    const behind = entry.notes.length > 0 ? 2 * 8.5 * lineHeight : heightOf(entry.pictures)
    sheet.need(48 + keptWith(blocks, 0, behind))
    sheet.space(10)
    const when: Run[] = [{ text: entry.time, bold: true, link: entry.link }, { text: ` ${entry.writer}` }]
    sheet.paragraph(when, { size: 9, colour: grey })
    if (entry.title) sheet.paragraph([{ text: entry.title }], { size: 11, bold: true })
    for (const [index, block] of blocks.entries()) {
      if (block.kind === 'heading') sheet.need(keptWith(blocks, index, behind))
      this.#print(block)
    }
    for (const text of entry.notes) sheet.paragraph([{ text }], { size: 8.5, colour: grey })
    if (entry.pictures.length > 0) sheet.pictures(entry.pictures)
  }

  end(): void {
    const { nothing, replaced } = this.about
    if (!this.#day) this.#note(nothing)
    if (this.#sheet.hasReplaced) this.#note(replaced)
    this.#document.end()
  }

  /** The part of the file that was finished since the last call. */
  takeFinished(): Uint8Array {
    const bytes = this.#document.read() as Buffer | null
    return bytes ? new Uint8Array(bytes) : new Uint8Array()
  }

  #beginDay(day: string): void {
    this.#day = day
    this.#sheet.need(90)
    this.#sheet.space(16)
    this.#sheet.paragraph([{ text: day }], { size: 13, bold: true })
    this.#sheet.rule()
    this.#document.outline.addItem(day)
  }

  #note(text: string): void {
    this.#sheet.space(16)
    this.#sheet.paragraph([{ text }], { size: 9, colour: grey })
  }

  #print(block: Block): void {
    const { kind, level, marker, runs } = block
    const sheet = this.#sheet
    if (kind === 'rule') sheet.rule()
    else if (kind === 'heading') sheet.paragraph(runs, { size: headingSize(block), bold: true })
    else if (kind === 'item') sheet.paragraph(runs, { size: 10, left: 18 * (level + 1), ...(marker && { marker }) })
    else if (kind === 'quote') drawBox(sheet, [runs], { size: 10, colour: '#555555', isQuote: true })
    else if (kind === 'code') drawBox(sheet, block.lines ?? [], { size: 9, colour: '#1a1a1a' })
    else if (kind === 'table') this.#printTable(block)
    else sheet.paragraph(runs, { size: 10 })
    sheet.space(kind === 'text' ? 3 : 0)
  }

  #printTable(block: Block): void {
    const { rows = [], aligns = [] } = block
    if (aligns.length <= mostColumns) {
      drawTable(this.#sheet, block)
      return
    }
    const said = this.about.wide.replace('{{count}}', String(aligns.length))
    this.#sheet.paragraph([{ text: said, italic: true }], { size: 8.5, colour: grey })
    for (const row of rows) {
      const line = row.flatMap((cell, column) => (column > 0 ? [{ text: ' | ' }, ...cell] : cell))
      this.#sheet.paragraph(line, { size: 9 })
    }
    this.#sheet.space(3)
  }
}
