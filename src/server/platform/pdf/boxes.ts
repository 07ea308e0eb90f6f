import type { Block, Run } from './markdown'
import { type Line, lineHeight, type Sheet } from './sheet'

/** The padding inside and beside a box. */
const pad = 4
const border = '#c9cdd3'
const shade = '#f3f4f6'

/** The fewest lines of a box on a page, so that single lines are not cut off. */
const fewLines = 3

/** How many lines fit on this page: all that are left, or at least a few, or none. */
function fitting(sheet: Sheet, left: number, height: number): number {
  const fits = Math.floor((sheet.room - 2 * pad) / height)
  return fits >= Math.min(left, fewLines) ? Math.min(fits, left) : 0
}

/** Keeps the indentation of code as far as there is room. */
const indentOf = ([first]: readonly Run[], size: number) =>
  Math.min(40, /^[ \t]*/.exec(first?.text ?? '')?.[0].replaceAll('\t', '  ').length ?? 0) * size * 0.3

interface BoxStyle {
  size: number
  /** Measured from the margin. */
  left?: number
  colour: string
  /** Draws a bar at the left instead of a border. */
  isQuote?: boolean
}

/** Draws words on a shaded background: code as written, or a quote. It continues on the next page. */
export function drawBox(sheet: Sheet, lines: readonly (readonly Run[])[], look: BoxStyle): void {
  const { size, left = 0, colour, isQuote = false } = look
  const width = sheet.width - left
  const set = lines.flatMap(runs => {
    const indent = indentOf(runs, size)
    const broken = sheet.broken(runs, { size, width: width - 2 * pad - 4 - indent })
    // An empty line of code takes the height of a line.
    return broken.length > 0 ? broken.map(line => ({ line, indent })) : [{ line: [], indent }]
  })
  const height = size * lineHeight
  for (let done = 0; done < set.length; ) {
    const count = fitting(sheet, set.length - done, height)
    if (count === 0) {
      sheet.newPage()
      continue
    }
    const area = { x: left, width, height: count * height + 2 * pad }
    sheet.fill(area, shade)
    if (isQuote) sheet.fill({ ...area, width: 2.5 }, border)
    else sheet.outline(area, border)
    for (const [index, { line, indent }] of set.slice(done, done + count).entries())
      sheet.line(line, { size, x: left + pad + 4 + indent, y: pad + (index + 0.78) * height, colour })
    sheet.space(area.height)
    done += count
  }
  sheet.space(3)
}

/** The most columns that fit on a page. */
export const mostColumns = 12
const cellSize = 9
const cellHeight = cellSize * lineHeight

/** The width of each column: that of its longest cell, or an equal share if that is too wide. */
function widthsOf(natural: readonly number[], room: number): number[] {
  const widths = natural.map(() => 0)
  const open = new Set(natural.keys())
  let left = room
  for (;;) {
    const share = left / Math.max(1, open.size)
    const fine = [...open].filter(column => (natural[column] ?? 0) <= share)
    if (fine.length === 0) {
      for (const column of open) widths[column] = share
      return widths
    }
    for (const column of fine) {
      widths[column] = natural[column] ?? 0
      left -= widths[column]
      open.delete(column)
    }
    if (open.size === 0) return widths
  }
}

type Row = readonly (readonly Line[])[]

/** Draws a table with borders; its head is repeated on each page. */
export function drawTable(sheet: Sheet, { rows = [], aligns = [] }: Block): void {
  const inside = sheet.width - aligns.length * 2 * pad
  const isHead = (index: number) => index === 0
  const natural = aligns.map((_, column) =>
    rows.reduce((widest, row, index) => {
      const [line] = sheet.broken(row[column] ?? [], {
        size: cellSize,
        width: Number.POSITIVE_INFINITY,
        bold: isHead(index),
      })
      return Math.min(inside, Math.max(widest, line ? sheet.widthOf(line, cellSize) : 0))
    }, cellSize),
  )
  const widths = widthsOf(natural, inside)
  const columns = { widths, aligns }
  const setRow = (row: readonly (readonly Run[])[], bold: boolean): Row =>
    widths.map((width, column) => sheet.broken(row[column] ?? [], { size: cellSize, width: width + 0.01, bold }))
  const [head, ...body] = rows
  const headRow = head ? setRow(head, true) : []
  const headHeight = linesIn(headRow) * cellHeight + 2 * pad
  // A head that takes a large part of a page is drawn once.
  const again = headHeight < sheet.whole / 4 ? headHeight : 0
  const drawHead = () => drawRow(sheet, headRow, columns, true, () => sheet.newPage())
  sheet.need(headHeight + cellHeight + 2 * pad)
  drawHead()
  for (const row of body)
    drawRow(sheet, setRow(row, false), columns, false, () => {
      sheet.newPage()
      if (again > 0) drawHead()
    })
  sheet.space(6)
}

const linesIn = (row: Row) => Math.max(1, ...row.map(cell => cell.length))

interface Columns {
  widths: readonly number[]
  aligns: NonNullable<Block['aligns']>
}

/** `goOn` begins a new page. */
function drawRow(sheet: Sheet, row: Row, { widths, aligns }: Columns, isHead: boolean, startNewPage: () => void): void {
  const count = linesIn(row)
  // Rows that fit on a page are not split.
  const isWhole = count * cellHeight + 2 * pad <= sheet.whole / 2
  for (let done = 0; done < count; ) {
    const fits = Math.min(count - done, Math.floor((sheet.room - 2 * pad) / cellHeight))
    if (fits < (isWhole ? count : 1)) {
      startNewPage()
      continue
    }
    const height = fits * cellHeight + 2 * pad
    let x = 0
    for (const [column, width] of widths.entries()) {
      const area = { x, width: width + 2 * pad, height }
      if (isHead) sheet.fill(area, shade)
      for (const [index, line] of (row[column] ?? []).slice(done, done + fits).entries()) {
        const beside = width - sheet.widthOf(line, cellSize)
        const moved = { left: 0, center: beside / 2, right: beside }[aligns[column] ?? 'left']
        sheet.line(line, { size: cellSize, x: x + pad + Math.max(0, moved), y: pad + (index + 0.78) * cellHeight })
      }
      sheet.outline(area, border)
      x += area.width
    }
    sheet.space(height)
    done += fits
  }
}
