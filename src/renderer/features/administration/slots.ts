import { createSlot } from '../../platform/slot'

/** What the workspace decided about cameras, in the general section. */
export const CameraSettings = createSlot<object>()
