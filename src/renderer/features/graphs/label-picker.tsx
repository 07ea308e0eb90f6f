import type { ComponentProps } from 'react'
import type { ListedGraph } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import { labelKey } from '#shared/rules/labels'
import { Menu, type MenuEntry } from '../../ui/menu'
import { GraphSwatch } from './colours'
import { labelsOf } from './labels-of'

interface Props {
  /** The accessible name of the menu. */
  label: string
  graphs: readonly ListedGraph[]
  chosen: readonly LabelAssignment[]
  onToggle: (label: LogLabel) => void
  /** No more labels can be chosen. */
  isFull?: boolean
  /** A choice is sent to the server at once instead of becoming part of a draft. */
  needsServer?: boolean
  /** Entries below the labels. */
  more?: readonly MenuEntry[]
  children: ComponentProps<typeof Menu>['children']
}

/** Chooses labels of a logbook's graphs for a log or a draft. The menu stays open for the next one. */
export function LabelPicker({
  label,
  graphs,
  chosen,
  onToggle,
  isFull = false,
  needsServer = false,
  more = [],
  children,
}: Props) {
  const has = new Set(chosen.map(labelKey))
  const entries: MenuEntry[] = graphs.map(graph => ({
    kind: 'toggles',
    label: graph.name,
    options: labelsOf(graph).map(({ index, text }) => {
      const mark = { graph_id: graph.graph_id, label: index }
      const checked = has.has(labelKey(mark))
      return {
        label: text,
        leading: <GraphSwatch graph_id={graph.graph_id} index={index} />,
        checked,
        disabled: isFull && !checked,
        needsServer,
        onToggle: () => onToggle({ ...mark, text }),
      }
    }),
  }))
  if (graphs.length > 0 && more.length > 0) entries.push({ kind: 'separator' })
  return (
    <Menu label={label} entries={[...entries, ...more]}>
      {children}
    </Menu>
  )
}
