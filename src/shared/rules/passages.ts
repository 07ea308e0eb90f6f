/** A part of a markdown text that can be read by itself: a heading, paragraph, list item, table row or code block. */
export interface Passage {
  kind: 'item' | 'row' | 'other'
  /** The markdown as written. */
  text: string
  /** The normalised text: table padding, trailing blanks and the style of marks make no difference. */
  key: string
  /** The head of the table that a row belongs to, with its delimiter line; null for the head itself. */
  head: string | null
}

const fence = /^\s*(`{3,}|~{3,})/
const marker = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/
const heading = /^ {0,3}#{1,6}(\s|$)/
const rule = /^ {0,3}([-*_])( *\1){2,} *$/
const quote = /^ {0,3}>/
const underline = /^ {0,3}(=+|-+) *$/

/** The passages of a text, in order. Takes linear time. */
export function passagesOf(markdown: string): Passage[] {
  const lines = markdown.split(/\r?\n/)
  const passages: Passage[] = []
  /** Indents of the enclosing list items. */
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
      indents = [...indents.filter(outer => outer < indent), indent]
      const isFirst = passages.at(-1)?.kind !== 'item'
      passages.push({
        kind: 'item',
        text: own.join('\n'),
        key: itemKey(own, item, indents.length, isFirst),
        head: null,
      })
    } else if (isTable(lines, at)) {
      // Pushed one by one, because a text may have more rows than a call takes arguments.
      for (const row of rowsOf(own)) passages.push(row)
    } else passages.push({ kind: 'other', text: own.join('\n'), key: keyOf(own), head: null })
    at = end
  }
  return passages
}

/** The end of a list item: before the next item, and before a line that is indented less than its words. */
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

/** The end of a passage that is no list item. */
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

/** The next line after `at` that satisfies `ends`, or the end of the text. */
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

/** The cells of a row. A bar after a backslash is part of its cell. */
function cellsOf(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/)
  if (cells[0] === '') cells.shift()
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map(cell => normalised(cell))
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
  // Only the first number of a list has a meaning in markdown.
  const isNumbered = /\d/.test(sign)
  const number = isFirst ? String(Number.parseInt(sign, 10)) : ''
  const [first = '', ...rest] = own
  const words = first.slice(mark.length).replace(/^\[X\](?=\s)/, '[x]')
  return [`${depth}${isNumbered ? `${number}.` : '-'} ${normalised(words)}`, ...inCode(rest)].join('\n')
}

function keyOf(own: readonly string[]): string {
  const [first = ''] = own
  if (fence.test(first)) return ['```', first.trim().replace(/^[`~]+\s*/, ''), ...own.slice(1, -1)].join('\n')
  if (rule.test(first)) return '---'
  const under = own.length > 1 && !quote.test(first) ? underline.exec(own.at(-1) ?? '')?.[1] : undefined
  if (under) return `${under.startsWith('=') ? '#' : '##'} ${own.slice(0, -1).map(normalised).join(' ')}`
  return own.map(normalised).join('\n')
}

/** Possible code keeps its blanks, except at line ends. */
const inCode = (lines: readonly string[]): string[] =>
  lines.some(line => fence.test(line))
    ? lines.map(line => line.trimEnd())
    : lines.filter(line => line.trim() !== '').map(normalised)

/** Normalises words; code stays unchanged. */
function normalised(line: string): string {
  const plain = line.trim()
  if (plain.includes('`')) return plain
  return plain
    .replace(/\s+/g, ' ')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])/gu, marks =>
      '*'.repeat(marks.length),
    )
}
