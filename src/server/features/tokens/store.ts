import { sql } from 'kysely'
import type { AccessToken, TokenScope } from '#shared/contract/tokens/endpoints'
import type { Tx } from '../../platform/database/connection'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'

const shown = sql<AccessToken>`t.id as token_id, t.name, t.scope, t.created_at, t.expires_at, t.last_used_at`

/** The tokens of the caller, newest first. */
export async function listOwn({ tx, organization_id, caller }: MemberContext): Promise<AccessToken[]> {
  const { rows } = await sql<AccessToken>`
    select ${shown} from access_tokens t
    where t.organization_id = ${organization_id} and t.user_id = ${caller.user_id}
    order by t.id desc`.execute(tx)
  return rows
}

interface NewToken {
  name: string
  scope: TokenScope
  token_hash: string
  expires_at: string
}

/** Inserts a token of the caller, and returns its id. */
export async function insert(ctx: MemberContext, token: NewToken): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('access_tokens')
    .values({
      ...token,
      organization_id: ctx.organization_id,
      user_id: ctx.caller.user_id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a token of the caller; the deleted one, or undefined if they have no such token. */
export function deleteOwn(
  { tx, organization_id, caller }: MemberContext,
  token_id: number,
): Promise<{ name: string } | undefined> {
  return tx
    .deleteFrom('access_tokens')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .where('id', '=', token_id)
    .returning('name')
    .executeTakeFirst()
}

export interface HeldToken {
  id: number
  user_id: number
  name: string
  scope: TokenScope
}

/** The valid token with this hash, whoever owns it, unless the organisation was deleted. Records its use, to the minute, which saves most calls a write. */
export async function useToken(
  { tx, organization_id, now }: SystemContext,
  token_hash: string,
): Promise<HeldToken | undefined> {
  const { rows } = await sql<HeldToken & { is_fresh: boolean }>`
    select t.id, t.user_id, t.name, t.scope,
      coalesce(t.last_used_at > ${now}::timestamptz - interval '1 minute', false) as is_fresh
    from access_tokens t join organizations o on o.id = t.organization_id and o.deleted_at is null
    where t.organization_id = ${organization_id} and t.token_hash = ${token_hash} and t.expires_at > ${now}::timestamptz`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return undefined
  const { is_fresh, ...token } = found
  if (!is_fresh)
    await tx
      .updateTable('access_tokens')
      .set({ last_used_at: now })
      .where('organization_id', '=', organization_id)
      .where('id', '=', token.id)
      .execute()
  return token
}

/** Deletes tokens of all organisations that expired before an instant, `limit` at most; how many there were. */
export async function deleteExpired(tx: Tx, before: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from access_tokens t using (
      select organization_id, id from access_tokens where expires_at < ${before}::timestamptz limit ${sql.lit(limit)}
    ) old
    where t.organization_id = old.organization_id and t.id = old.id`.execute(tx)
  return Number(numAffectedRows)
}
