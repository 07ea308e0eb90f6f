import type { Branch } from '#shared/contract/organisations/endpoints'
import { createSlot } from '../../platform/slot'

interface BranchHandoverProps {
  branch: Branch
  onClose: () => void
}

/** The dialog that sets when the handover of a branch is written, and to whom it is mailed. */
export const BranchHandover = createSlot<BranchHandoverProps>()

/** What the workspace decided about cameras, in the general section. */
export const CameraSettings = createSlot<object>()
