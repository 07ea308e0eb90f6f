import { sql, type Updateable } from 'kysely'
import type { Schema } from '../../platform/database/schema.generated'
import { addressColumns, personColumns } from '../../platform/people/person-columns'
import type { RequestContext } from '../../platform/request-context'

export function findUser(ctx: RequestContext, user_id: number) {
  return ctx.tx
    .selectFrom('users')
    .select([...personColumns, ...addressColumns, 'language', 'timezone', 'selected_organization_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

export async function updateUser(
  ctx: RequestContext,
  user_id: number,
  changes: Updateable<Schema['users']>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await ctx.tx.updateTable('users').set(changes).where('id', '=', user_id).execute()
}

/** Adds a verified address to the person's account. Returns false if it belongs to somebody else. */
export async function setAddress(ctx: RequestContext, user_id: number, address: string): Promise<boolean> {
  const kind = sql.ref(address.includes('@') ? 'email' : 'phone')
  const { rows } = await sql`
    update users set ${kind} = ${address} where id = ${user_id}
      and not exists (select from users other where other.${kind} = ${address} and other.id <> ${user_id})
    returning id`.execute(ctx.tx)
  return rows.length === 1
}

export async function insertProductEvents(
  ctx: RequestContext,
  user_id: number,
  events: readonly { name: string; properties: Record<string, unknown>; at: string }[],
): Promise<void> {
  if (events.length === 0) return
  await ctx.tx
    .insertInto('product_events')
    .values(events.map(event => ({ ...event, user_id, properties: JSON.stringify(event.properties) })))
    .execute()
}
