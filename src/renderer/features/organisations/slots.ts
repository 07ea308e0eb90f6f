import { createSlot } from '../../platform/slot'

/** Above the list of workspaces: what a join link leads to, and deleted workspaces that can be restored. */
export const AboveWorkspaces = createSlot<object>()
