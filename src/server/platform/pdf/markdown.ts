/** Text in one style. */
export interface Run {
  text: string
  bold?: boolean
  italic?: boolean
  struck?: boolean
  /** The target of a link: a web or mail address. */
  link?: string
}

export interface Block {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'code' | 'table' | 'rule'
  /** The level of a heading, 1 to 6, or the depth of a list item, from 0. */
  level: number
  /** The marker before a list item. */
  marker?: string
  runs: Run[]
  /** The lines of a code block, unchanged. */
  lines?: Run[][]
  /** The rows of a table, head first: the contents of each cell. */
  rows?: Run[][][]
  /** The alignment of each table column. */
  aligns?: ('left' | 'center' | 'right')[]
}

/**
 * The longest text in bold and the like. Without a limit, marks that are never closed would be searched again and
 * again.
 */
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

type TextStyle = Omit<Run, 'text'>

/** The runs of a paragraph. A picture is reduced to its alternative text. */
export function runsOf(text: string, look: TextStyle = {}): Run[] {
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

/** The text between marks. */
function marked(groups: Record<string, string | undefined>, look: TextStyle): Run[] {
  const { label, target = '' } = groups
  const verbatim = groups.escaped ?? groups.code ?? groups.letter
  if (verbatim !== undefined) return [{ ...look, text: verbatim }]
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
// The rest of the line is matched as a whole: an end anchor that did not match would be retried from each blank before
// it.
const heading = /^\s{0,3}(#{1,6})\s+(.*)$/s
const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(\[[ xX]\]\s+)?(.*)$/s
const quote = /^\s{0,3}>\s?(.*)$/s
const tableRule = /^:?-+:?$/

/** Parses markdown into blocks: headings, lists, quotes, code and tables. */
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

/** Whether a line separates a table's head from its rows, as in `| --- | :-: |`. */
const isTableRule = (line: string) => /^[\s|:-]+$/.test(line) && cellsOf(line).every(cell => tableRule.test(cell))

/** Whether a line is the head of a table, followed by a separator line. */
const isHead = (line: string, next: string) =>
  line.includes('|') && isTableRule(next) && cellsOf(line).length === cellsOf(next).length

/** Whether a line begins another block; a row may have a single cell without bars. */
const isOther = (line: string) => [rule, heading, item, quote].some(pattern => pattern.test(line))

function alignOf(cell: string): 'left' | 'center' | 'right' {
  if (!cell.endsWith(':')) return 'left'
  return cell.startsWith(':') ? 'center' : 'right'
}

/** The parser's state. */
class Reading {
  readonly #blocks: Block[] = []
  /** The paragraph that the next line may continue. */
  #open: { block: Block; text: string } | null = null
  /** The code block that is still open. */
  #code: Block | null = null
  /** The table that the next line may continue. */
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
    // Marks after the title close it.
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

  /** Adds a line to the open table; surplus cells are joined to the last column. */
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
