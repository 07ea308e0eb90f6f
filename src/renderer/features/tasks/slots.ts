import type { MateAction } from '#shared/contract/mate/endpoints'
import { createSlot } from '../../platform/slot'

export interface TaskOptionProps {
  /** The position among the options, from 0. */
  index: number
  text: string
  action: MateAction
  /** Performs the action; returns why it failed, or null. */
  onConfirm: () => Promise<{ code: string; message: string } | null>
}

/** An option of Mate that creates or changes a task. */
export const TaskOption = createSlot<TaskOptionProps>()
