import { z } from 'zod'
import { PlanName } from '../../rules/plans'
import { Id } from '../common'

/** Events about organisations; sockets carry them unchanged. */
export const OrganisationEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('organisation.updated'), organization_name: z.string() }),
  z.object({ kind: z.literal('organisation.plan_changed'), plan_id: PlanName }),
  z.object({ kind: z.literal('member.joined'), user_id: Id, user_displayname: z.string() }),
  z.object({ kind: z.literal('member.changed'), user_id: Id }),
  z.object({ kind: z.literal('member.removed'), user_id: Id }),
  z.object({ kind: z.literal('branch.changed'), branch_id: Id }),
  z.object({ kind: z.literal('role.changed'), role_id: Id }),
  z.object({ kind: z.literal('invite.changed'), invite_id: Id }),
  z.object({ kind: z.literal('join_link.changed'), link_id: Id }),
])
