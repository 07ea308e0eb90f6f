import type { Fragment } from './grantable'
import type { MemberContext } from './request-context'

/** A number of the dashboard and what it counts. A feature lists its own in its manifest. */
export interface DashboardSource {
  readonly name: string
  /** What happened in a period, or what is the case now; `attention` is the latter if it waits for somebody. */
  readonly counts: 'period' | 'now' | 'attention'
  /**
   * A query for what the caller may see, with the columns `id`, `at`, `title`, `detail`, `parent_id` and `branch_ids`:
   * its branches as far as the caller may see them.
   */
  rows(ctx: MemberContext): Fragment
}
