/** One measured comparison: figures of each round, the product's beside the baseline's. */
export interface Row {
  what: string
  unit: string
  product: readonly number[]
  /** Null if the aim applies to the product's own figure. */
  floor: readonly number[] | null
  /**
   * For the ratio of product to baseline, or for the product without a baseline. Null: shown to explain another row.
   */
  aim: { atLeast: number } | { atMost: number } | null
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((value, other) => value - other)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
}

const times = (ratio: number) => `${ratio.toFixed(2)}×`

/** The range over the rounds, so that a reader sees how reliable the median is. */
function span({ product, floor }: Row): string {
  const each = floor ? product.map((value, round) => value / (floor[round] ?? Number.NaN)) : product
  const [low, high] = [Math.min(...each), Math.max(...each)]
  return floor ? `${low.toFixed(2)}–${times(high)}` : `${figure(low)}–${figure(high)}`
}

function verdict({ product, floor, aim }: Row): [aim: string, verdict: string] {
  if (!aim) return ['', '']
  const measured = floor ? median(product) / median(floor) : median(product)
  const isMet = 'atLeast' in aim ? measured >= aim.atLeast : measured <= aim.atMost
  const bound = 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`
  return [`${bound}${floor ? '×' : ''}`, isMet ? 'met' : 'MISSED']
}

function cells(row: Row): string[] {
  const { what, unit, product, floor } = row
  return [
    what,
    `${figure(median(product))} ${unit}`,
    floor ? `${figure(median(floor))} ${unit}` : '',
    floor ? times(median(product) / median(floor)) : '',
    span(row),
    ...verdict(row),
  ]
}

/** Prints all rows as a Markdown table: medians, their ratio, the rounds, the aim, and whether it was met. */
export function printTable(rows: readonly Row[]): void {
  const head = ['What', 'Wheelhouse', 'Floor', 'Ratio', 'Rounds', 'Aim', '']
  const table = [head, ...rows.map(cells)]
  const widths = head.map((_, column) => Math.max(3, ...table.map(line => line[column]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  print(head)
  print(widths.map(width => '-'.repeat(width)))
  for (const line of table.slice(1)) print(line)
}
