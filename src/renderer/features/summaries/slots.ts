import type { ActionItem } from '#shared/rules/action-items'
import { createSlot } from '../../platform/slot'

interface ItemTasksProps {
  doc_id: number
  items: readonly ActionItem[]
  onClose: () => void
}

/** The dialog that adds action items of a summary as tasks. */
export const ItemTasks = createSlot<ItemTasksProps>()
