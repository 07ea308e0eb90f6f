import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context'
import type { Tx } from '../../../platform/database/connection'
import { type Cidr, parseCidr } from '../../../platform/media/guard'
import type { MemberContext } from '../../../platform/request-context'

interface InOrganisation {
  tx: Tx
  organization_id: number
}

export interface NetworkRow {
  network: string
  allowed_by: string | null
  allowed_at: string
}

/** The networks that were allowed for cameras of the organisation, oldest first. */
export async function networksOf({ tx, organization_id }: InOrganisation): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    select n.network, u.displayname as allowed_by, n.allowed_at
    from camera_networks n left join users u on u.id = n.allowed_by
    where n.organization_id = ${organization_id} order by n.allowed_at, n.network`.execute(tx)
  return rows
}

/**
 * The networks that are not public and in which cameras of an organisation may be: those of the settings, and those that
 * were allowed for it. The latter never include this machine itself.
 */
export async function allowedNetworks({
  app,
  ...ctx
}: InOrganisation & { app: Pick<AppContext, 'settings'> }): Promise<Cidr[]> {
  const stored = await networksOf(ctx)
  return [
    ...app.settings.CAMERA_ALLOWED_NETWORKS,
    ...stored.flatMap(({ network }) => {
      const cidr = parseCidr(network)
      return cidr ? [{ ...cidr, exceptOwn: true }] : []
    }),
  ]
}

/** Returns whether the network was not allowed before. */
export async function insertNetwork(ctx: MemberContext, network: string): Promise<boolean> {
  const rows = await ctx.tx
    .insertInto('camera_networks')
    .values({
      organization_id: ctx.organization_id,
      network,
      allowed_by: ctx.caller.user_id,
      allowed_at: ctx.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('network')
    .execute()
  return rows.length > 0
}

/** Returns whether the network was allowed before. */
export async function deleteNetwork({ tx, organization_id }: MemberContext, network: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('camera_networks')
    .where('organization_id', '=', organization_id)
    .where('network', '=', network)
    .returning('network')
    .execute()
  return rows.length > 0
}

/** The names of the organisation's owners. */
export async function ownerNames({ tx, organization_id }: MemberContext): Promise<string[]> {
  const { rows } = await sql<{ displayname: string }>`
    select u.displayname from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organization_id} and m.org_role = 'owner' order by lower(u.displayname), u.id
    limit 5`.execute(tx)
  return rows.map(({ displayname }) => displayname)
}

/** The cameras of the organisation that are not deleted. */
export async function cameraIds({ tx, organization_id }: MemberContext): Promise<number[]> {
  const rows = await tx
    .selectFrom('cameras')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
