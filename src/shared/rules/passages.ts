/** A piece of a markdown text that is read by itself: a heading, paragraph, item of a list, row of a table, block of code. */
export interface Passage {
  kind: 'item' | 'row' | 'other'
  /** As it is written. */
  text: string
  /** What it says, in one spelling: padding of tables, blanks at the ends and the style of marks make no difference. */
  key: string
  /** The head of the table that a row belongs to, with the line below it; null for the head itself. */
  head: string | null
}

const fence = /^\s*(`{3,}|~{3,})/
const marker = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/
const heading = /^ {0,3}#{1,6}(\s|$)/
const rule = /^ {0,3}([-*_])( *\1){2,} *$/
const quote = /^ {0,3}>/
const underline = /^ {0,3}(=+|-+) *$/

/** The passages of a text, in order. Linear in its length. */
export function passagesOf(markdown: string): Passage[] {
  const lines = markdown.split(/\r?\n/)
  const passages: Passage[] = []
  /** How far the items of the lists around are indented. */
  let indents: number[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at += 1
      continue
    }
    const item = rule.test(line) ? null : marker.exec(line)
    if (!item) indents = []
    const end = item ? endOfItem(lines, at, item[0].length) : endOf(lines, at)
    const own = lines.slice(at, end)
    if (item) {
      const indent = item[1]?.length ?? 0
      indents = [...indents.filter(one => one < indent), indent]
      const isFirst = passages.at(-1)?.kind !== 'item'
      passages.push({
        kind: 'item',
        text: own.join('\n'),
        key: itemKey(own, item, indents.length, isFirst),
        head: null,
      })
    } else if (isTable(lines, at)) {
      // Not in one call: a text may have more rows than a call takes arguments.
      for (const row of rowsOf(own)) passages.push(row)
    } else passages.push({ kind: 'other', text: own.join('\n'), key: keyOf(own), head: null })
    at = end
  }
  return passages
}

/** Where an item ends: before the next one, and before what is not indented as far as its words. */
function endOfItem(lines: readonly string[], at: number, width: number): number {
  let end = at + 1
  let next = end
  let open = openedBy((lines[at] ?? '').slice(width))
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (line.trim() === '') continue
    const isApart = next > end
    const isInside = line.length - line.trimStart().length >= Math.min(width, 2)
    if (!open && (marker.test(line) || heading.test(line) || quote.test(line) || rule.test(line))) break
    if (!isInside && (isApart || open || fence.test(line))) break
    open = open ? (closes(line, open) ? null : open) : openedBy(line)
    end = next + 1
  }
  return end
}

const openedBy = (line: string): string | null => fence.exec(line)?.[1] ?? null
const closes = (line: string, open: string): boolean => {
  const mark = line.trim()
  return mark.length >= open.length && mark === open.charAt(0).repeat(mark.length)
}

/** Where a piece that is no item of a list ends. */
function endOf(lines: readonly string[], at: number): number {
  const first = lines[at] ?? ''
  const open = openedBy(first)
  if (open) return Math.min(lines.length, until(lines, at, line => closes(line, open)) + 1)
  if (heading.test(first) || rule.test(first)) return at + 1
  if (quote.test(first)) return until(lines, at, line => !quote.test(line))
  const isBlank = (line: string) => line.trim() === ''
  if (isTable(lines, at)) return until(lines, at, line => isBlank(line) || quote.test(line) || heading.test(line))
  const end = until(lines, at, (line, next) => isBlank(line) || underline.test(line) || beginsAnother(lines, next))
  return underline.test(lines[end] ?? '') ? end + 1 : end
}

/** The next line behind `at` that ends what begins there, or the end of all. */
function until(lines: readonly string[], at: number, ends: (line: string, at: number) => boolean): number {
  let end = at + 1
  while (end < lines.length && !ends(lines[end] ?? '', end)) end += 1
  return end
}

function beginsAnother(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  return (
    fence.test(line) ||
    heading.test(line) ||
    quote.test(line) ||
    rule.test(line) ||
    marker.test(line) ||
    isTable(lines, at)
  )
}

/** The cells of a row; a bar behind a backslash is part of its cell. */
function cellsOf(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map(cell => spelled(cell))
}

function isTable(lines: readonly string[], at: number): boolean {
  const [head = '', below = ''] = [lines[at], lines[at + 1]]
  if (!head.includes('|') || !below.includes('-')) return false
  const dashes = cellsOf(below)
  return dashes.every(cell => /^:?-+:?$/.test(cell)) && dashes.length === cellsOf(head).length
}

function rowsOf([first = '', below = '', ...rows]: readonly string[]): Passage[] {
  const head = `${first}\n${below}`
  const sides = cellsOf(below).map(cell => cell.replace(/-+/, '-'))
  const key = `|${cellsOf(first).join('|')}|${sides.join('|')}`
  return [
    { kind: 'row', text: head, key, head: null },
    ...rows.map((text): Passage => ({ kind: 'row', text, key: `|${cellsOf(text).join('|')}`, head })),
  ]
}

function itemKey(
  own: readonly string[],
  [mark, , sign = '']: RegExpExecArray,
  depth: number,
  isFirst: boolean,
): string {
  // Only the first number of a list counts.
  const isNumbered = /\d/.test(sign)
  const number = isFirst ? String(Number.parseInt(sign, 10)) : ''
  const [first = '', ...rest] = own
  const words = first.slice(mark.length).replace(/^\[X\](?=\s)/, '[x]')
  return [`${depth}${isNumbered ? `${number}.` : '-'} ${spelled(words)}`, ...inCode(rest)].join('\n')
}

function keyOf(own: readonly string[]): string {
  const [first = ''] = own
  if (fence.test(first)) return ['```', first.trim().replace(/^[`~]+\s*/, ''), ...own.slice(1, -1)].join('\n')
  if (rule.test(first)) return '---'
  const under = own.length > 1 && !quote.test(first) ? underline.exec(own.at(-1) ?? '')?.[1] : undefined
  if (under) return `${under.startsWith('=') ? '#' : '##'} ${own.slice(0, -1).map(spelled).join(' ')}`
  return own.map(spelled).join('\n')
}

/** What may be code keeps its blanks, but for those at the ends of lines. */
const inCode = (lines: readonly string[]): string[] =>
  lines.some(line => fence.test(line))
    ? lines.map(line => line.trimEnd())
    : lines.filter(line => line.trim() !== '').map(spelled)

/** Words in one spelling. Code is left as it is. */
function spelled(line: string): string {
  const plain = line.trim()
  if (plain.includes('`')) return plain
  return plain
    .replace(/\s+/g, ' ')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu, marks =>
      '*'.repeat(marks.length),
    )
}
