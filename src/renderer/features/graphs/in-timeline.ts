import { GraphShare } from './colours'
import { DraftLabelPicker, DraftLabels } from './draft-labels'
import { FilterBar } from './filter-bar'
import { GraphsButton } from './graphs-button'
import { LogLabels, PendingLabels } from './log-labels'

/** What a logbook and its timeline show of graphs, loaded at once. */
export const inTimeline = {
  DraftLabelPicker,
  DraftLabels,
  FilterBar,
  GraphsButton,
  GraphShare,
  LogLabels,
  PendingLabels,
}
