import type { OrgEvent } from '#shared/contract/events'
import type { PlanName } from '#shared/rules/plans'
import type { Audience } from './events'
import type { MemberContext } from './request-context'

/** Somebody whose membership is about to end. */
interface Leaving {
  user_id: number
  /** The member who receives what was theirs; null if nobody does. */
  heir: number | null
}

/**
 * What a feature does with what belongs to somebody, before their membership ends and in the same transaction. Returns
 * how many things it handed over, for the audit log.
 */
export interface Departure {
  /** What is handed over, for example `documents`. */
  readonly name: string
  handOver(ctx: MemberContext, leaving: Leaving): Promise<number>
}

/** What a feature ends when an organisation is about to be deleted. */
export type Closing = (ctx: MemberContext) => Promise<void>

/** What happens in an organisation without anybody having called. */
export interface PlanChangeContext
  extends Pick<MemberContext, 'tx' | 'app' | 'now' | 'organization_id' | 'afterCommit'> {
  record(event: OrgEvent, audience: Audience, actor_id: number | null): void
}

/** What a feature makes read-only, or gives back, when the plan of an organisation changes [D31]. It may run repeatedly. */
export type PlanChange = (ctx: PlanChangeContext, plan_id: PlanName) => Promise<void>
