import type { MateAction } from '#shared/contract/mate/endpoints'
import { createSlot } from '../../platform/slot'

export interface JobOptionProps {
  message_id: number
  /** The position among the options, from 0. */
  index: number
  text: string
  action: MateAction
  /** Performs the action; returns why it failed, or null. */
  onConfirm: () => Promise<{ code: string; message: string } | null>
}

/** An option of Mate that changes or makes a job. */
export const JobOption = createSlot<JobOptionProps>()
