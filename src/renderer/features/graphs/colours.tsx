import { useCallback } from 'react'
import type { ListedGraph } from '#shared/contract/graphs/endpoints'
import { labelColours } from '#shared/rules/label-colours'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { cx } from '../../ui/cx'
import { LabelChip } from '../../ui/label-chip'
import type { LabelShareProps } from '../logs/slots'
import { LabelSwatch } from './label-swatch'
import { useGraphs } from './store'

const keyOf = (user_id: number | null, graph_id: number) => `${user_id}.${graph_id}`

/** The label colours that people chose on this device, by person and graph. */
export const useChosenColours = createSlice(
  'label-colours',
  { chosen: {} as Record<string, Record<string, number>> },
  set => ({
    /** Null derives the colour from the label's name. */
    choose(graph_id: number, index: number, colour: number | null) {
      const key = keyOf(useSession.getState().userId, graph_id)
      set(({ chosen }) => {
        const ofGraph = chosen[key] ?? {}
        if (colour === null) delete ofGraph[index]
        else ofGraph[index] = colour
        chosen[key] = ofGraph
      })
    },
  }),
  { persist: ['chosen'], scope: 'device' },
)

export function useChosen(graph_id: number): Readonly<Record<string, number>> | undefined {
  const userId = useSession(state => state.userId)
  return useChosenColours(state => state.chosen[keyOf(userId, graph_id)])
}

const findGraph = (
  lists: ReturnType<typeof useGraphs.getState>['lists'],
  graph_id: number,
): ListedGraph | undefined => {
  for (const { graphs } of Object.values(lists)) {
    const found = graphs.find(graph => graph.graph_id === graph_id)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the reader's colours for the labels of a graph. Until the graph is known, each label has the colour of its
 * index.
 */
export function useColours(graph_id: number): (index: number) => number {
  const labels = useGraphs(state => findGraph(state.lists, graph_id)?.labels)
  const chosen = useChosen(graph_id)
  return useCallback(
    (index: number) => (labels ? (labelColours(labels, chosen)[index] ?? index) : (chosen?.[index] ?? index)),
    [labels, chosen],
  )
}

/** The colour of a label beside its text. */
export function GraphSwatch({ graph_id, index }: { graph_id: number; index: number }) {
  return <LabelSwatch index={useColours(graph_id)(index)} />
}

/** A label on a log. */
export function GraphChip({ graph_id, label, children }: { graph_id: number; label: number; children: string }) {
  return <LabelChip index={useColours(graph_id)(label)}>{children}</LabelChip>
}

const MARKS = ['bg-label-0-mark', 'bg-label-1-mark', 'bg-label-2-mark', 'bg-label-3-mark', 'bg-label-4-mark']

/** A bar in the colour of a label. */
export function GraphShare({ graph_id, label, percent }: LabelShareProps) {
  const colour = useColours(graph_id)(label)
  return <span className={cx('block h-full rounded-full', MARKS[colour])} style={{ width: `${percent}%` }} />
}
