import PDFDocument from 'pdfkit'
import { type Block, blocksOf, type Run } from './markdown'
import { lineHeight, type Picture, Sheet } from './sheet'

/** What stands before the logs, in the reader's words already. */
export interface Title {
  title: string
  /** Lines below it: the range, who exported it. */
  lines: string[]
  author: string
  language: string
  /** ISO. */
  made_at: string
  /** `{{page}}` is the number. */
  foot: string
  /** Said where there is no log. */
  nothing: string
  /** Said at the end where letters had to be replaced. */
  replaced: string
}

/** A log as it is printed. */
export interface Entry {
  /** The heading of its day: printed once. */
  day: string
  /** When and by whom. */
  time: string
  writer: string
  link: string
  /** Empty where the text begins with it. */
  title: string
  /** Markdown. */
  content: string
  /** Lines below the text: labels, files, what is not shown. */
  notes: string[]
  pictures: Picture[]
}

const grey = '#666666'
const headings = [14, 13, 12, 11, 11, 11]

const headingSize = ({ level }: Block) => headings[level - 1] ?? 11

/** Headings in a row that are kept together. */
const mostKept = 4

/** How high headings from here on are, with the beginning of what they stand over: none is the last on its page. */
function keptWith(blocks: readonly Block[], from: number): number {
  const next = blocks.slice(from, from + mostKept)
  const end = next.findIndex(({ kind }) => kind !== 'heading')
  const over = end < 0 ? next : next.slice(0, end)
  return over.length === 0 ? 0 : over.reduce((sum, one) => sum + headingSize(one) * lineHeight, 2 * 10 * lineHeight)
}

/** A PDF of logs that is written log by log; what is finished is taken away with `take`. */
export class LogBook {
  readonly #document: PDFKit.PDFDocument
  readonly #sheet: Sheet
  #day = ''

  constructor(private readonly about: Title) {
    const { title, author, language, made_at, foot } = about
    this.#document = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      // One of the built-in fonts would be looked for on disk.
      font: null as unknown as string,
      info: { Title: title, Author: author, Creator: 'Wheelhouse', CreationDate: new Date(made_at) },
    })
    this.#sheet = new Sheet(this.#document, page => foot.replace('{{page}}', String(page)))
    this.#sheet.paragraph([{ text: title }], { size: 20, bold: true })
    this.#sheet.space(4)
    for (const text of about.lines) this.#sheet.paragraph([{ text }], { size: 9, colour: grey })
  }

  add(entry: Entry): void {
    const sheet = this.#sheet
    if (entry.day !== this.#day) this.#beginDay(entry.day)
    const blocks = blocksOf(entry.content)
    sheet.need(48 + keptWith(blocks, 0))
    sheet.space(10)
    const when: Run[] = [{ text: entry.time, bold: true, link: entry.link }, { text: ` ${entry.writer}` }]
    sheet.paragraph(when, { size: 9, colour: grey })
    if (entry.title) sheet.paragraph([{ text: entry.title }], { size: 11, bold: true })
    for (const [index, block] of blocks.entries()) {
      if (block.kind === 'heading') sheet.need(keptWith(blocks, index))
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

  /** What is finished of the file since it was asked for last. */
  take(): Uint8Array {
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
    else if (kind === 'quote') sheet.paragraph(runs, { size: 10, left: 18, colour: '#555555' })
    else sheet.paragraph(runs, { size: kind === 'code' ? 9 : 10, left: kind === 'code' ? 9 : 0 })
    sheet.space(kind === 'text' || kind === 'quote' ? 3 : 0)
  }
}
