import type { RawBuilder } from 'kysely'
import type { Level, Subject } from '#shared/contract/access/endpoints'
import type { OrgEvent } from '#shared/contract/events'
import type { ErrorCode } from '#shared/errors'
import type { GroupQuestion } from './groups'
import type { Readers } from './live/hub'
import type { MemberContext } from './request-context'

/** A piece of SQL with its values. */
export type Fragment = RawBuilder<unknown>

/** What a feature knows of the things of one kind that access is given to; it lists them in its manifest. */
export interface Grantable {
  readonly kind: Subject['kind']
  readonly levels: readonly Level[]
  /** How one that the caller may not see is refused, whether or not there is one. */
  readonly missing: ErrorCode
  /** Undefined where the caller may not see it; else whether its grants are theirs to change. */
  find(ctx: MemberContext, id: number): Promise<{ managed: boolean } | undefined>
  /**
   * Holds it until the call ends. Refuses one that the caller may not see, and one whose grants are not theirs to change. Whoever
   * changes them holds every right on it, so none that they give is too much [D41].
   */
  hold(ctx: MemberContext, id: number): Promise<void>
  /** Who may see it at this point of the call; nobody when there is none. */
  readersOf(ctx: MemberContext, id: number): Promise<Readers>
  /** Who may change its grants; nobody when there is none. It is as much work then. */
  giversOf(ctx: MemberContext, id: number): Promise<number[]>
  /** What is told when somebody else may see it. */
  changed(id: number): OrgEvent
  /** A query for the `name` of the one with that id, if its grants are the caller's to change. */
  named(ctx: MemberContext, id: Fragment): Fragment
  /** A condition: whether the group opens one to those in it that the person may not see, or not do as much with. */
  openedBeyond(question: GroupQuestion): Fragment
}
