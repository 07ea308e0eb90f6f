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
