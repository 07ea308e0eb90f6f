/** A stretch of text that looks the same. */
export interface Run {
  text: string
  bold?: boolean
  italic?: boolean
  struck?: boolean
  /** Where it leads: an address of the web or of mail. */
  link?: string
}

export interface Block {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'code' | 'table' | 'rule'
  /** Of a heading, 1 to 6; how deep an item is, from 0 on. */
  level: number
  /** What stands before an item. */
  marker?: string
  runs: Run[]
  /** Of code, as it stands. */
  lines?: Run[][]
  /** Of a table, its head first: what stands in each cell. */
  rows?: Run[][][]
  /** Of a table, one for each column. */
  aligns?: ('left' | 'center' | 'right')[]
}

/** The longest stretch in bold and the like: without a bound, marks that are never closed would be looked for again and again. */
const span = '{1,1000}?'
const inline = new RegExp(
  [
    String.raw`\\(?<escaped>[\\\x60*_{}[\]()#+.!|~<>-])`,
    String.raw`(?<ticks>\x60{1,3})(?<code>[^\x60].${span})\k<ticks>(?!\x60)|\x60(?<letter>[^\x60])\x60`,
    String.raw`!?\[(?<label>[^[\]]{0,500})\]\((?<target>[^()\s]{0,2000})(?:\s[^()]{0,500})?\)`,
    String.raw`<(?<angled>(?:https?://|mailto:)[^<>\s]{1,2000})>|(?<bare>https?://[^\s<>]{1,2000}[^\s<>.,:;!?'")\]])`,
    String.raw`\*\*(?=\S)(?<bold>.${span})(?<=\S)\*\*|(?<![\p{L}\p{N}_])__(?=\S)(?<strong>.${span})(?<=\S)__(?![\p{L}\p{N}_])`,
    String.raw`~~(?=\S)(?<struck>.${span})(?<=\S)~~`,
    String.raw`\*(?=\S)(?<slanted>[^*]${span})(?<=\S)\*|(?<![\p{L}\p{N}_])_(?=\S)(?<leaning>[^_]${span})(?<=\S)_(?![\p{L}\p{N}_])`,
  ].join('|'),
  'gsu',
)

const followed = /^(https?:\/\/|mailto:)/i

type Look = Omit<Run, 'text'>

/** The stretches of a paragraph. Of a picture, what it is called. */
export function runsOf(text: string, look: Look = {}): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const found of text.matchAll(inline)) {
    if (found.index > end) runs.push({ ...look, text: text.slice(end, found.index) })
    end = found.index + found[0].length
    runs.push(...marked(found.groups ?? {}, look))
  }
  if (end < text.length) runs.push({ ...look, text: text.slice(end) })
  return runs
}

/** What stands between marks. */
function marked(groups: Record<string, string | undefined>, look: Look): Run[] {
  const { label, target = '' } = groups
  const asItIs = groups.escaped ?? groups.code ?? groups.letter
  if (asItIs !== undefined) return [{ ...look, text: asItIs }]
  if (label !== undefined) return runsOf(label || target, followed.test(target) ? { ...look, link: target } : look)
  const address = groups.angled ?? groups.bare
  if (address !== undefined) return [{ ...look, text: address.replace(/^mailto:/, ''), link: address }]
  const bold = groups.bold ?? groups.strong
  if (bold !== undefined) return runsOf(bold, { ...look, bold: true })
  if (groups.struck !== undefined) return runsOf(groups.struck, { ...look, struck: true })
  return runsOf(groups.slanted ?? groups.leaning ?? '', { ...look, italic: true })
}

const fence = /^\s{0,3}(```|~~~)/
const rule = /^\s{0,3}([-*_])(?:[ \t]*\1){2,}\s*$/
// What is left of a line may be anything: an end that did not fit would be looked for again from each blank before it.
const heading = /^\s{0,3}(#{1,6})\s+(.*)$/s
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(\[[ xX]\]\s+)?(.*)$/s
const quote = /^\s{0,3}>\s?(.*)$/s
const tableRule = /^:?-+:?$/

/** Markdown as blocks, one under the other: what logs are written with, headings, lists, quotes, code, tables. */
export function blocksOf(markdown: string): Block[] {
  const reading = new Reading()
  const lines = markdown.replace(/\r\n?/g, '\n').normalize('NFC').split('\n')
  for (const [index, line] of lines.entries()) reading.take(line, lines[index + 1] ?? '')
  return reading.end()
}

/** The cells of a line of a table. */
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim())

/** A line that says where columns are, `| --- | :-: |`. */
const isTableRule = (line: string) => /^[\s|:-]+$/.test(line) && cellsOf(line).every(cell => tableRule.test(cell))

/** A line over another that says where columns are: the head of a table. */
const isHead = (line: string, next: string) =>
  line.includes('|') && isTableRule(next) && cellsOf(line).length === cellsOf(next).length

/** A line that is no row, although a row may have a single cell and no bars. */
const isOther = (line: string) => [rule, heading, item, quote].some(pattern => pattern.test(line))

function alignOf(cell: string): 'left' | 'center' | 'right' {
  if (!cell.endsWith(':')) return 'left'
  return cell.startsWith(':') ? 'center' : 'right'
}

/** What is read so far. */
class Reading {
  readonly #blocks: Block[] = []
  /** The paragraph that the next line may go on with. */
  #open: { block: Block; text: string } | null = null
  /** Code that is not over. */
  #code: Block | null = null
  /** A table that the next line may go on with. */
  #table: { rows: Run[][][]; columns: number; isRuled: boolean } | null = null

  take(line: string, next: string): void {
    if (fence.test(line)) this.#turnCode()
    else if (this.#code) this.#code.lines?.push([{ text: line }])
    else if (!line.trim()) this.#close()
    else if (this.#takeRow(line) || this.#takeHead(line, next)) return
    else if (rule.test(line)) this.#whole({ kind: 'rule', level: 0, runs: [] })
    else if (!this.#takeHeading(line) && !this.#takeItem(line) && !this.#takeQuote(line)) this.#takeText(line)
  }

  end(): Block[] {
    this.#close()
    return this.#blocks
  }

  #close(): void {
    if (this.#open) this.#open.block.runs = runsOf(this.#open.text.trim().replace(/\\$/, ''))
    this.#open = null
    this.#table = null
  }

  #turnCode(): void {
    if (this.#code) {
      this.#code = null
      return
    }
    this.#close()
    this.#code = { kind: 'code', level: 0, runs: [], lines: [] }
    this.#blocks.push(this.#code)
  }

  #whole(block: Block): true {
    this.#close()
    this.#blocks.push(block)
    return true
  }

  #begin(block: Omit<Block, 'runs'>, text: string): true {
    this.#close()
    this.#open = { block: { ...block, runs: [] }, text }
    this.#blocks.push(this.#open.block)
    return true
  }

  #takeHeading(line: string): boolean {
    const [, marks = '', title] = heading.exec(line) ?? []
    if (title === undefined) return false
    // Marks behind the title close it.
    const runs = runsOf(
      title
        .trimEnd()
        .replace(/(?<!#)#+$/, '')
        .trimEnd(),
    )
    return this.#whole({ kind: 'heading', level: marks.length, runs })
  }

  #takeItem(line: string): boolean {
    const [, indent = '', bullet = '', box = '', said] = item.exec(line) ?? []
    if (said === undefined) return false
    const marker = box.trim() || (/\d/.test(bullet) ? bullet : '•')
    const level = Math.min(4, Math.floor(indent.replaceAll('\t', '  ').length / 2))
    return this.#begin({ kind: 'item', level, marker }, said)
  }

  #takeQuote(line: string): boolean {
    const [, said] = quote.exec(line) ?? []
    if (said === undefined) return false
    if (this.#open?.block.kind !== 'quote') return this.#begin({ kind: 'quote', level: 0 }, said)
    this.#open.text += ` ${said}`
    return true
  }

  #takeHead(line: string, next: string): boolean {
    if (!isHead(line, next)) return false
    const head = cellsOf(line).map(cell => runsOf(cell))
    const rows = [head]
    this.#whole({ kind: 'table', level: 0, runs: [], rows, aligns: cellsOf(next).map(alignOf) })
    this.#table = { rows, columns: head.length, isRuled: false }
    return true
  }

  /** A line of the table that is open; what is more than it has columns stays in the last. */
  #takeRow(line: string): boolean {
    if (!this.#table) return false
    const { rows, columns, isRuled } = this.#table
    if (!isRuled) {
      this.#table.isRuled = true
      return true
    }
    if (!line.includes('|') && isOther(line)) return false
    const cells = cellsOf(line)
    const last = cells.slice(columns - 1).join(' | ')
    rows.push([...cells.slice(0, columns - 1), last].map(cell => runsOf(cell)))
    return true
  }

  #takeText(line: string): void {
    const { block, text = '' } = this.#open ?? {}
    const isBroken = text.endsWith('  ') || text.endsWith('\\')
    if (this.#open && !isBroken) this.#open.text += ` ${line.trim()}`
    else if (block?.kind === 'item') this.#begin({ kind: 'item', level: block.level }, line)
    else this.#begin({ kind: 'text', level: 0 }, line)
  }
}
