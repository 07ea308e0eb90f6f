import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { Log } from '#shared/contract/logs/log'
import { createSlot } from '../../platform/slot'
import type { ButtonProps } from '../../ui/button'
import type { Filter } from './filter'

export interface FilterBarProps {
  doc_id: number
  filter: Filter
  onToggle: (change: { mark: LabelAssignment } | { user_id: number }) => void
  onClear: () => void
  /** Why the filter hides a log that the reader expects, or shows one that it should hide. */
  notice: 'linkedHidden' | 'ownHidden' | 'outdated' | null
  /** Reloads the timeline in place; null if it is up to date. */
  onRefresh: (() => void) | null
}

/** The active filter of a timeline: labels and people, each removable by a press, and notes about hidden logs. */
export const FilterBar = createSlot<FilterBarProps>()

/** What jobs do to a logbook: that one is writing, or has fallen silent. */
export const JobsOfLogbook = createSlot<{ doc_id: number }>()

/** The live pictures of the cameras at which jobs look for a logbook; nothing if there are none. */
export const CamerasOfLogbook = createSlot<{ doc_id: number }>()

/** The labels of a log, and the menu that sets them. */
export const LogLabels = createSlot<{ log: Log }>()

export interface PendingLabelsProps {
  doc_id: number
  labels: readonly LogLabel[]
  isOwn: boolean
}

/** The labels of an unsent log. */
export const PendingLabels = createSlot<PendingLabelsProps>()

export interface DraftLabelsProps {
  labels: LogLabel[]
  onChange: (labels: LogLabel[]) => void
}

export interface DraftLabelPickerProps extends DraftLabelsProps {
  doc_id: number
  /** Shows an icon instead of words. */
  isIcon?: boolean
  size: ButtonProps['size']
}

interface LabelsOfLogbookProps {
  doc_id: number
  /** Called with all labels of the logbook whenever they change. */
  onLabels: (labels: readonly LogLabel[]) => void
}

/** Reports the labels of a logbook; renders nothing. */
export const LabelsOfLogbook = createSlot<LabelsOfLogbookProps>()

/** Chooses labels for a log that is being written; renders nothing where the logbook has no labels. */
export const DraftLabelPicker = createSlot<DraftLabelPickerProps>()

/** The labels that a logbook uses most, to be set by one tap; renders nothing where it has none. */
export const QuickLabels = createSlot<DraftLabelsProps & { doc_id: number }>()

/** The labels that a log will carry; pressing one removes it. */
export const DraftLabels = createSlot<DraftLabelsProps>()

export interface LabelShareProps extends LabelAssignment {
  percent: number
}

/** A bar in the colour of a label. */
export const LabelShare = createSlot<LabelShareProps>()

/** What a timeline shows as soon as it opens. */
export const shownAtOnce = [
  FilterBar,
  LogLabels,
  PendingLabels,
  DraftLabelPicker,
  DraftLabels,
  QuickLabels,
  LabelShare,
  LabelsOfLogbook,
]
