import type { Body } from '#shared/contract/endpoint'
import type {
  DeletedOrganisation,
  deleteOrganisation,
  restoreOrganisation,
} from '#shared/contract/organisations/deletion'
import type { Organisation } from '#shared/contract/organisations/endpoints'
import { organisation as limits } from '#shared/contract/organisations/limits'
import { apiError } from '#shared/errors'
import { recordErasure } from '../../platform/completed-erasures-sql'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { registryOf } from '../../platform/registry'
import type { MemberContext, UserContext } from '../../platform/request-context'
import * as store from './deletion-store'
import { lockOrganisation } from './membership-store'
import { organisationOf } from './organisation-service'
import { organisationName } from './organisation-store'
import { lockRights } from './rights'

/** An organisation deleted before this instant can no longer be restored. */
const restorableSince = (now: number) => new Date(now - limits.restorable).toISOString()

/** The key prefixes of everything that an organisation stores, of all features. */
const keyPrefixes = (organization_id: number) =>
  ['attachments', 'uploads', 'frames', 'jobs', 'organisations', 'exports'].map(owner => `${owner}/${organization_id}`)

/**
 * Deletes the organisation for everybody [D44]: from the commit on, nobody is a member, so calls are refused, sockets are
 * closed and jobs write nothing. Its rows stay until they are erased.
 */
export async function remove(ctx: MemberContext, { confirmed_name }: Body<typeof deleteOrganisation>): Promise<null> {
  const member = await lockRights(ctx, { orgRole: 'owner' })
  const name = await organisationName(ctx)
  if (confirmed_name.trim() !== name.trim()) throw apiError('organization.name_differs')
  for (const close of registryOf(ctx.app).closings) await close({ ...ctx, member })
  await store.setDeleted(ctx, true)
  await ctx.audit({
    kind: 'organisation.deleted',
    subject: `organisation:${ctx.organization_id}`,
    details: { name },
  })
  const user_ids = await store.memberIds(ctx)
  const { app, organization_id } = ctx
  ctx.afterCommit(() => {
    for (const user_id of user_ids) app.bus.publish({ topic: 'member_removed', organization_id, user_id })
  })
  return null
}

export async function listDeleted(ctx: UserContext): Promise<DeletedOrganisation[]> {
  const rows = await store.deletedOfOwner(ctx, restorableSince(Date.parse(ctx.now)))
  return rows.map(row => ({
    organization_id: row.id,
    organization_name: row.name,
    deleted_at: row.deleted_at,
    erased_at: new Date(Date.parse(row.deleted_at) + limits.restorable).toISOString(),
  }))
}

/** Restores an organisation of the caller. One that was never theirs looks missing [D6]. */
export async function restore(
  ctx: UserContext,
  { restored_id }: Body<typeof restoreOrganisation>,
): Promise<Organisation> {
  const isOwn = async (of: UserContext) => (await listDeleted(of)).some(row => row.organization_id === restored_id)
  if (!(await isOwn(ctx))) throw apiError('organization.not_found')
  const inside = await ctx.enter(restored_id)
  await lockOrganisation(inside)
  if (!(await isOwn(inside))) throw apiError('organization.not_found')
  await store.setDeleted(inside, false)
  const organisation = await organisationOf(inside, restored_id)
  inside.record(
    { kind: 'organisation.updated', organization_name: organisation.organization_name },
    { to: 'organisation' },
  )
  await inside.audit({ kind: 'organisation.restored', subject: `organisation:${restored_id}` })
  return organisation
}

type Stored = Pick<Objects, 'deleteBelow'>

/** Erases an organisation that is marked as deleted, objects first, and records that, for backups from before. */
async function eraseOrganisation(
  tx: Parameters<BatchCleanup>[0],
  objects: Stored,
  { organization_id, now }: { organization_id: number; now: number },
): Promise<void> {
  await Promise.all(keyPrefixes(organization_id).map(key => objects.deleteBelow(key)))
  const subject_created_at = await store.madeAt(tx, organization_id)
  if (subject_created_at === undefined) throw new Error(`There is no organisation ${organization_id}.`)
  const erased_at = new Date(now).toISOString()
  await recordErasure(tx, { kind: 'organisation', subject_id: organization_id, subject_created_at, erased_at })
  await store.eraseRows(tx, organization_id)
}

/** Erases an organisation at once: one whose only member is erased, or one that a backup brought back. */
export async function eraseAtOnce(
  tx: Parameters<BatchCleanup>[0],
  objects: Stored,
  organisation: { organization_id: number; now: number },
): Promise<void> {
  await store.markDeleted(tx, organisation.organization_id, new Date(organisation.now).toISOString())
  await eraseOrganisation(tx, objects, organisation)
}

/**
 * Erases organisations whose time is over [D44], one in a transaction. The objects go first: if that is interrupted, the
 * row is found again the next time, and with it the objects.
 */
export function erasingCleanups(objects: Stored): BatchCleanup[] {
  return [
    async (tx, now) => {
      const organization_id = await store.findErasable(tx, restorableSince(now))
      if (organization_id === null) return false
      await eraseOrganisation(tx, objects, { organization_id, now })
      return true
    },
  ]
}
