import type { Branch } from '#shared/contract/organisations/endpoints'
import type { OriginRef, TaskOrigin } from '#shared/contract/tasks/task'
import { createSlot } from '../../platform/slot'

interface SpaceProps {
  branch_id: number
}

interface NewSpaceProps {
  title: string
  submitLabel: string
  onClose: () => void
  onAdded: (branch: Branch) => void
}

/** The dialog that adds a space, which is a branch [D4]. */
export const NewSpace = createSlot<NewSpaceProps>()

/** The tasks of a space, below its header [D4]. */
export const SpaceTasks = createSlot<SpaceProps>({ isAwaited: true })

/** The documents that belong to a space. */
export const SpaceLogbooks = createSlot<SpaceProps>({ isAwaited: true })

/** The cameras and shared screens of a space that the person may see. */
export const SpaceSources = createSlot<SpaceProps>({ isAwaited: true })

/** The graphs that are pinned to a space. */
export const SpaceGraphs = createSlot<SpaceProps>({ isAwaited: true })

/** How many tasks of a space are open, at the end of its second line in the list. */
export const SpaceOpenCount = createSlot<SpaceProps>()

/** The button in the header of a space that opens its chat. */
export const SpaceChat = createSlot<SpaceProps>()

/** Buttons in the header of a space, first among them the one that adds a task. */
export const SpaceActions = createSlot<SpaceProps>()

/** The chats of the person, in the pane of Home. */
export const MessagesList = createSlot<{ chat_id: number | undefined }>({ isAwaited: true })

/** The open chat; without one, what to do to open one. */
export const MessagesThread = createSlot<{ chat_id: number | undefined }>({ isAwaited: true })

/** How many messages are unread, beside the entry of the messages. */
export const MessagesUnread = createSlot<object>()

/** The days and the people of the schedule, in the pane of Home. */
export const ScheduleChoice = createSlot<object>({ isAwaited: true })

/** The schedule of the chosen people on the chosen days. */
export const ScheduleView = createSlot<object>({ isAwaited: true })

/** Where in a schedule a task is added. */
export interface SchedulePlace {
  /** Who does it unless somebody else is chosen. */
  user_id: number
  /** `YYYY-MM-DD`. */
  day: string
  /** The instant of a wall time, in minutes after midnight, in the zone in which the schedule shows a person. */
  instantOf: (user_id: number, day: string, minutes: number) => string
}

export interface NewTaskProps {
  /** Words that the task begins with. */
  text?: string
  /** What the task comes from. It is created before the dialog closes, so that a refusal is seen where it began. */
  origin?: TaskOrigin
  /** The space that it belongs to unless another one is named; the first one if left out. */
  branch_id?: number | undefined
  /** Offers the person and a fixed time as well. */
  place?: SchedulePlace
  onClose: () => void
}

/** The dialog that adds a task, also one from a message, a log or a picture, and one to a place in a schedule. */
export const NewTask = createSlot<NewTaskProps>()

/** Links to the tasks that came from something; nothing if there are none. */
export const TasksFrom = createSlot<{ origin: OriginRef }>()
