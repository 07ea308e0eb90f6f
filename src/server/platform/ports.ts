import type { NoteItem } from '#shared/contract/documents/endpoints'
import type { Graph } from '#shared/contract/graphs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import type { SummaryState } from '#shared/contract/summaries/endpoints'
import type { AppContext } from './app-context'
import type { Tx } from './database/connection'
import type { GroupQuestion } from './groups'
import type { RequireSight } from './http/route'
import type { Caller, GuestBook, Membership, TokenSubject } from './identity'
import type { Readers } from './live/hub'
import type { MemberContext, OrganizationContext } from './request-context'

/**
 * What the platform, or a feature, asks of a feature that it must not import. Each is declared here and provided in the manifest of the
 * feature that knows the answer.
 */
export interface Ports {
  /** Who holds a session; undefined once it ended. */
  callerOf(tx: Tx, user_id: number, session_id: number): Promise<Caller | undefined>
  /** Whom a token names; null when it is not ours, not for this use, or too old. An ID token is for calls, an access token for sockets. */
  checkToken(app: AppContext, use: 'id' | 'access', token: string): Promise<(TokenSubject & { expires: number }) | null>
  /** What somebody is in an organisation; null for those who are no member. */
  membershipOf(tx: Tx, organization_id: number, user_id: number): Promise<Membership | null>
  /** Whether a group opens something to those in it that somebody may not see, or not do as much with [D41]. */
  opensMore(app: AppContext, tx: Tx, question: GroupQuestion): Promise<boolean>
  requireSight: RequireSight
  /** Who may read a document right now. */
  readersOf(tx: Tx, organization_id: number, doc_id: number, now: string): Promise<Readers>
  /** Refuses a document that the caller may not read, or not write in. */
  requireWritableDocument(ctx: MemberContext, doc_id: number): Promise<void>
  /** The newest logs of a document, newest first. Does not ask whether the caller may read it, as the two below. */
  newestLogs(ctx: MemberContext, doc_id: number): Promise<Log[]>
  graphsOf(ctx: MemberContext, doc_id: number): Promise<Graph[]>
  /** What Mate's summary of a document was made from. */
  findSummary(ctx: MemberContext, doc_id: number): Promise<SummaryState | null>
  /** Speakers and length of recordings that are done, by document. Does not ask whether the caller may read them. */
  heardRecordings(
    ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
    doc_ids: readonly number[],
  ): Promise<ReadonlyMap<number, NonNullable<NoteItem['recording']>>>
  /** Writes the summary of a recording once its transcript is written down. */
  summariseRecording(
    app: AppContext,
    doc: { organization_id: number; doc_id: number },
    signal: AbortSignal,
  ): Promise<void>
  /** How the app learns which guest calls [D42]. */
  guestBook(app: Pick<AppContext, 'pool' | 'clock' | 'secrets'>): GuestBook
  /** Counts a guest's question to Mate; refuses the one too many. Members are not counted. */
  countGuestQuestion(ctx: MemberContext): Promise<void>
  /** Counts a guest's recording; refuses the one too many. Members are not counted. */
  countGuestRecording(ctx: MemberContext): Promise<void>
}
