import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import { createSlot } from '../../platform/slot'

export interface SeriesChartProps {
  name: string
  unit: PlotUnit
  /** Consecutive stretches of time. */
  parts: readonly { from: string; to: string }[]
  /** At most five, each with a number of logs for each part. */
  series: readonly { text: string; counts: readonly number[] }[]
  /** Shows the numbers as a table instead. */
  isTable: boolean
  /** A stretch of parts was chosen, by their indexes. */
  onSelect: (first: number, last: number) => void
}

/** A chart of numbers of logs over time, as those of graphs. */
export const SeriesChart = createSlot<SeriesChartProps>()
