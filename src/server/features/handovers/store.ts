import { sql } from 'kysely'
import type { Handover } from '#shared/contract/handovers/endpoints'
import { handover as limits } from '#shared/contract/handovers/limits'
import type { MemberContext } from '../../platform/request-context'

type Within = Pick<MemberContext, 'tx' | 'organization_id'>

export interface HandoverRow extends Pick<Handover, 'is_on' | 'closes_at' | 'weekdays' | 'timezone' | 'recipients'> {
  branch_id: number
  user_id: number | null
  revision: number
  next_at: string | null
  last_doc_id: number | null
  last_at: string | null
}

/** The row of a branch, locked until the call ends if it is about to change. */
export async function findHandover(
  { tx, organization_id }: Within,
  branch_id: number,
  { isLocked = false } = {},
): Promise<HandoverRow | undefined> {
  const { rows } = await sql<HandoverRow>`
    select branch_id, is_on, closes_at, weekdays, timezone, recipients, user_id, revision, next_at, last_doc_id, last_at
    from branch_handovers where organization_id = ${organization_id} and branch_id = ${branch_id}
    ${isLocked ? sql`for no key update` : sql``}`.execute(tx)
  return rows[0]
}

export async function saveHandover({ tx, organization_id }: Within, row: HandoverRow): Promise<void> {
  const { branch_id, ...changed } = row
  await tx
    .insertInto('branch_handovers')
    .values({ organization_id, ...row })
    .onConflict(conflict => conflict.columns(['organization_id', 'branch_id']).doUpdateSet(changed))
    .execute()
}

export interface SharedLogbook {
  id: number
  name: string
}

/** Logbooks that everybody in a branch may read and in which something was written since, last written first. */
export async function sharedLogbooks(
  { tx, organization_id }: Within,
  branch_id: number,
  since: string,
): Promise<SharedLogbook[]> {
  const { rows } = await sql<SharedLogbook>`
    select d.id, d.name from documents d
    join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
    where d.organization_id = ${organization_id} and d.deleted_at is null and d.type = 'logbook'
      and (d.access = 'organisation' or (d.access = 'branch' and d.branch_id = ${branch_id}))
      and w.written_at >= ${since}::timestamptz
    order by w.written_at desc, d.id desc limit ${sql.lit(limits.logbooks)}`.execute(tx)
  return rows
}

/** The mail addresses of those recipients who still are in the branch. */
export async function addressesOf(
  { tx, organization_id }: Within,
  { branch_id, recipients }: Pick<HandoverRow, 'branch_id' | 'recipients'>,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email from users u
    join branch_members m on m.organization_id = ${organization_id} and m.branch_id = ${branch_id} and m.user_id = u.id
    where u.id = any(${recipients}::bigint[]) and u.email is not null
    order by u.id`.execute(tx)
  return rows.map(row => row.email)
}
