import { GraphShare } from './colours'
import { DraftLabelPicker, DraftLabels, LabelsOfLogbook } from './draft-labels'
import { FilterBar } from './filter-bar'
import { GraphsButton } from './graphs-button'
import { LogLabels, PendingLabels } from './log-labels'
import { QuickLabels } from './quick-labels'
import { SpaceGraphs } from './space-graphs'

/** What logbooks, their timelines and spaces show of graphs, loaded at once. */
export const inTimeline = {
  DraftLabelPicker,
  DraftLabels,
  FilterBar,
  GraphsButton,
  GraphShare,
  LabelsOfLogbook,
  LogLabels,
  PendingLabels,
  QuickLabels,
  SpaceGraphs,
}
