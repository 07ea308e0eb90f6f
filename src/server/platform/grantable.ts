import type { RawBuilder } from 'kysely'
import type { Level, Subject } from '#shared/contract/access/endpoints'
import type { OrgEvent } from '#shared/contract/events'
import type { ErrorCode } from '#shared/errors'
import type { GroupQuestion } from './groups'
import type { Readers } from './live/audiences'
import type { MemberContext } from './request-context'

/** A piece of SQL with its values. */
export type Fragment = RawBuilder<unknown>

/** A kind of subject that access can be granted to; its feature lists it in its manifest. */
export interface Grantable {
  readonly kind: Subject['kind']
  readonly levels: readonly Level[]
  /** The error for a subject that the caller may not see, whether or not it exists. */
  readonly missing: ErrorCode
  /** Undefined if the caller may not see it; otherwise whether they may change its grants. */
  find(ctx: MemberContext, id: number): Promise<{ managed: boolean } | undefined>
  /**
   * Locks it until the call ends. Refuses a subject that the caller may not see, or whose grants they may not change.
   * Whoever may change them has every right on it, so no right they give is too much [D41].
   */
  lock(ctx: MemberContext, id: number): Promise<void>
  /** The current readers; nobody if it does not exist. */
  readersOf(ctx: MemberContext, id: number): Promise<Readers>
  /** Who may change its grants; nobody if it does not exist. The work is the same in both cases. */
  giversOf(ctx: MemberContext, id: number): Promise<number[]>
  /** The event when other people may see it. */
  changed(id: number): OrgEvent
  /** A query for the `name` of the subject with that id, if the caller may change its grants. */
  named(ctx: MemberContext, id: Fragment): Fragment
  /**
   * The condition that the group gives its people access to a subject that the person does not have at the same level.
   */
  opensMore(question: GroupQuestion): Fragment
}
