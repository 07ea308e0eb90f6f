import type { ActivityItem, ActivityKind } from '#shared/contract/activity/endpoints'
import type { Fragment } from './grantable'
import type { MemberContext } from './request-context'

/** A part of the feed that every source of activity is asked for. */
export interface ActivityParams {
  by_user_id?: number | undefined
  /** A branch that the caller may see. */
  branch_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  /** Only what is behind this position in the order of time and id, newest first. */
  behind?: { at: string; id: number } | undefined
  limit: number
}

/** A kind of things that happen, for the feed of activity [D16]. A feature lists its own in its manifest. */
export interface ActivitySource {
  /** Unique; it orders what happened in the same millisecond. */
  readonly name: string
  readonly kind: ActivityKind
  /**
   * A query for `at`, `id` and the columns of `whose` of the newest that the caller may see; see `newest` in
   * `activity-sql.ts`.
   */
  places(ctx: MemberContext, params: ActivityParams): Fragment
  /**
   * Items by ids that {@link places} found for the caller in this transaction; their keys are `name.id`. Does not check
   * rights again.
   */
  load(ctx: MemberContext, ids: readonly number[]): Promise<ActivityItem[]>
}
