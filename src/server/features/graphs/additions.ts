import type { AuditKind } from '#shared/contract/audit/kinds'
import { apiError, type ErrorCode } from '#shared/errors'
import { day } from '#shared/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import type { PersonRow } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'
import type { Rights } from '../access/document-sql'
import { requireRight } from '../documents/service'
import { type AdditionTable, countOf, removeDeleted } from './additions-store'

/**
 * What annotations and thresholds have in common: people who may write in the logbook add them to its graphs. Their
 * author, as long as they may write there, and whoever manages the logbook change, delete and bring them back.
 */
export interface Addition extends Rights {
  graph_id: number
  doc_id: number
  author: PersonRow | null
}

/** How long a deleted one can be brought back. */
const deletedKept = day
/** How many one step of the cleanup removes. */
const batch = 1_000

/** What was deleted after this instant can be brought back. */
export const restorableSince = ({ now }: MemberContext): string => new Date(Date.parse(now) - deletedKept).toISOString()

const isOwn = (ctx: MemberContext, { author }: Addition) => author?.user_id === ctx.caller.user_id

export const isEditable = (ctx: MemberContext, row: Addition): boolean =>
  row.managed || (row.writable && isOwn(ctx, row))

/** Refuses to change one; one of a logbook that the caller may not read does not exist for them [D6]. */
export function requireEditable<Row extends Addition>(
  ctx: MemberContext,
  row: Row | undefined,
  codes: { missing: ErrorCode; foreign: ErrorCode },
): Row {
  if (!row) throw apiError(codes.missing)
  requireRight(row, 'writable')
  if (!isEditable(ctx, row)) throw apiError(codes.foreign)
  return row
}

/** Refuses another one in a graph that has its limit. */
export async function requireRoom(
  ctx: MemberContext,
  graph_id: number,
  { table, most, full }: { table: AdditionTable; most: number; full: ErrorCode },
): Promise<void> {
  if ((await countOf(ctx, table, graph_id)) >= most) throw apiError(full)
}

/** Keeps who changed what somebody else added. */
export async function auditForeign(ctx: MemberContext, row: Addition, kind: AuditKind): Promise<void> {
  if (isOwn(ctx, row)) return
  await ctx.audit({ kind, subject: `graph:${row.graph_id}`, details: { author: row.author?.user_id } })
}

/** Removes what was deleted too long ago to be brought back. */
export const cleanupOf =
  (table: AdditionTable): BatchCleanup =>
  async (tx, now) =>
    (await removeDeleted(tx, table, new Date(now - deletedKept).toISOString(), batch)) === batch
