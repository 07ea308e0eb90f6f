import type { RawBuilder } from 'kysely'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import type { Graph } from '#shared/contract/graphs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import type { SummaryState } from '#shared/contract/summaries/endpoints'
import type { AppContext } from './app-context'
import type { Tx } from './database/connection'
import type { GroupQuestion } from './groups'
import type { RequireVisible } from './http/route'
import type { Caller, GuestBook, StoredMembership, TokenSubject } from './identity'
import type { Readers, Reading } from './live/audiences'
import type { MemberContext, OrganizationContext } from './request-context'

/**
 * What the platform, or a feature, needs from a feature that it must not import. Ports are declared here, and provided
 * in the manifest of the feature that implements them.
 */
export interface Ports {
  /** The person of a session; undefined once it ended. */
  callerOf(tx: Tx, user_id: number, session_id: number): Promise<Caller | undefined>
  /** Of these sessions, those that have ended. */
  endedAmong(tx: Tx, session_ids: readonly number[]): Promise<ReadonlySet<number>>
  /** A person without a session, for what happens on their behalf; undefined if they no longer exist. */
  personOf(tx: Tx, user_id: number): Promise<Caller | undefined>
  /**
   * The subject of a token; null if it is not from this server, not for this use, or expired. An ID token is for calls,
   * an access token for sockets.
   */
  checkToken(app: AppContext, use: 'id' | 'access', token: string): Promise<(TokenSubject & { expires: number }) | null>
  /** The membership of a person in an organisation; null if they are no member. */
  membershipOf(tx: Tx, organization_id: number, user_id: number): Promise<StoredMembership | null>
  /** Whether a group gives its people access that somebody does not have at the same level [D41]. */
  opensMore(app: AppContext, tx: Tx, question: GroupQuestion): Promise<boolean>
  requireVisible: RequireVisible
  /** The current readers of a document. */
  readersOf(tx: Tx, organization_id: number, doc_id: number, now: string): Promise<Readers>
  /** Of these documents, those that a member may currently read. */
  readableAmong(tx: Tx, reading: Reading, doc_ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Of these chats, those of the caller. */
  chatsAmong(ctx: MemberContext, chat_ids: readonly number[]): Promise<ReadonlySet<number>>
  /**
   * The people of those of these direct chats and groups that a member is in, without the member, and when each was last
   * seen.
   */
  peopleOfChats(tx: Tx, reading: Reading, chat_ids: readonly number[]): Promise<ReadonlyMap<number, string | null>>
  /** Notes that these members were there at an instant. */
  saveLastSeen(tx: Tx, organization_id: number, user_ids: readonly number[], at: string): Promise<void>
  /** Refuses a document that the caller may not read, or not write in. */
  requireWritableDocument(ctx: MemberContext, doc_id: number): Promise<void>
  /** The newest logs of a document, newest first. Like the two below, does not check whether the caller may read it. */
  newestLogs(ctx: MemberContext, doc_id: number): Promise<Log[]>
  graphsOf(ctx: MemberContext, doc_id: number): Promise<Graph[]>
  /** What Mate's summary of a document was made from. */
  findSummary(ctx: MemberContext, doc_id: number): Promise<SummaryState | null>
  /**
   * The number of speakers and the duration of finished recordings, by document. Does not check whether the caller may
   * read them.
   */
  recordingSummaries(
    ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
    doc_ids: readonly number[],
  ): Promise<ReadonlyMap<number, NonNullable<NoteItem['recording']>>>
  /** Writes the summary of a recording once its transcript is stored. */
  summariseRecording(
    app: AppContext,
    doc: { organization_id: number; doc_id: number },
    signal: AbortSignal,
  ): Promise<void>
  /** The first logbook that a job writes to, which the caller must be able to change; undefined if there is none. */
  logbookOfJob(ctx: MemberContext, instruction_id: number): Promise<number | undefined>
  /** Has a job give the labels of a graph of one of its logbooks, as far as the caller may change the job. */
  labelByJob(ctx: MemberContext, instruction_id: number, graph_id: number): Promise<void>
  /** The rule of whether the caller may see a task `t`, for queries. */
  seenTask(ctx: MemberContext): RawBuilder<boolean>
  /** Whether the caller is in a chat `c`, and the name of it for them, for queries. */
  chatSql(ctx: MemberContext): { isTheirs: RawBuilder<boolean>; name: RawBuilder<string> }
  /** Of these tasks, those that the caller may see. */
  tasksSeenAmong(ctx: MemberContext, task_ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Plans anew what depends on the working hours of a person. */
  workingHoursChanged(ctx: MemberContext, user_id: number): Promise<void>
  /** Finds the guest of a call [D42]. */
  guestBook(app: Pick<AppContext, 'pool' | 'clock' | 'secrets'>): GuestBook
  /** Counts a guest's question to Mate and refuses it beyond the limit. Members are not counted. */
  countGuestQuestion(ctx: MemberContext): Promise<void>
  /** Counts a guest's recording and refuses it beyond the limit. Members are not counted. */
  countGuestRecording(ctx: MemberContext): Promise<void>
}
