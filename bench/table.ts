/** One measured comparison: the product's figure beside the floor's, and the aim for their ratio. */
export interface Row {
  what: string
  unit: string
  product: number
  floor: number | null
  /** Product over floor, or the product itself where there is no floor. */
  aim: { atLeast: number } | { atMost: number }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3).replace(/\.?0+$/, '')

/** Prints all rows: figures, ratio, aim, and whether it was met. */
export function printTable(rows: readonly Row[]): void {
  const lines = rows.map(row => {
    const ratio = row.floor === null ? row.product : row.product / row.floor
    const met = 'atLeast' in row.aim ? ratio >= row.aim.atLeast : ratio <= row.aim.atMost
    const aim = 'atLeast' in row.aim ? `≥ ${number(row.aim.atLeast)}` : `≤ ${number(row.aim.atMost)}`
    return [
      row.what,
      `${number(row.product)} ${row.unit}`,
      row.floor === null ? '' : `${number(row.floor)} ${row.unit}`,
      row.floor === null ? '' : `${ratio.toFixed(2)}×`,
      `${aim}${row.floor === null ? ` ${row.unit}` : '×'}`,
      met ? 'met' : 'MISSED',
    ]
  })
  const table = [['What', 'Wheelhouse', 'Floor', 'Ratio', 'Aim', ''], ...lines]
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map(line => (line[column] ?? '').length)))
  for (const line of table) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
