import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PlottedGraph } from '#shared/contract/graphs/endpoints'
import type { Stretch } from './chart'
import { pointIn } from './range'

/** Selects the point that the address leads to, once its part of the graph is there. */
export function usePoint({ plot }: PlottedGraph, choose: (stretch: Stretch, label: number | null) => void): void {
  const [query] = useSearchParams()
  const point = pointIn(query)
  const unit = query.get('unit')
  const key = point && `${point.at} ${point.label}`
  const selected = useRef<string | null>(null)
  useEffect(() => {
    if (!point) selected.current = null
    // Until the plot of the address is there, the one before may have other parts.
    if (!point || key === selected.current || (unit !== null && unit !== plot.unit)) return
    const at = Date.parse(point.at)
    const index = plot.buckets.findIndex(({ from, to }) => at >= Date.parse(from) && at < Date.parse(to))
    if (index < 0) return
    selected.current = key
    choose({ first: index, last: index }, point.label)
  })
}
