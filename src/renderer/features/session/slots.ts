import { createSlot } from '../../platform/slot'

/** The dialog that asks a guest to sign up for more [2.17, 8.4]. */
export const SignUpDialog = createSlot<object>()
