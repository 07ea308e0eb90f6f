import type { Role } from '#shared/contract/organisations/endpoints'
import { createSlot } from '../../platform/slot'

/** The person's workspaces, of which they choose another one. */
export const OwnWorkspaces = createSlot<object>()

/** Invites people by address, with one of these roles. */
export const InvitePeople = createSlot<{ roles: readonly Role[] }>()

/** The invites that were sent, newest first. */
export const InvitesSent = createSlot<object>()

/** Above the list of workspaces: what a join link leads to, and deleted workspaces that can be restored. */
export const AboveWorkspaces = createSlot<object>()

/** Stands where something is that the plan of the workspace does not include [D17]. */
export const PlanNeeded = createSlot<{ title: string; text: string }>()

/** The way to the plans, for owners. */
export const PlansEntry = createSlot<object>()

/** Beside what a plan limits: how many are used and included. Nothing where there is no limit [D31]. */
export const PlanLimitNote = createSlot<{ limit: 'members' | 'cameras' | 'active_jobs' }>()

/** The list of the administration, beside a page that is in it. */
export const AdministrationList = createSlot<object>()

/** Each camera and screen that the person may see: who else may, and how long its pictures are kept. */
export const SharedSources = createSlot<object>()

/** Leads to the first steps in the workspace until they are done. */
export const FirstStepsLink = createSlot<object>()
