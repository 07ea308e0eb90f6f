import type { Body } from '#shared/contract/endpoint'
import { type Export, exportKept, type exportOrganisation } from '#shared/contract/exports/endpoints'
import { enqueue } from '../../platform/jobs/jobs'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import type { MemberContext } from '../../platform/request-context'
import * as archives from './archive/archive'
import * as archivedRows from './archive/rows-sql'
import { makeExport } from './job'
import * as personArchives from './person/person-archive'
import * as personRows from './person/person-rows-sql'
import * as store from './store'

/** See there. */
export const writeArchive = archives.writeArchive
/** See there. */
export const rowsOf = archivedRows.rowsOf

/** See there. */
export const writePersonArchive = personArchives.writePersonArchive
/** See there. */
export const rowsOfPerson = personRows.rowsOfPerson

/** How long an address of the archive is valid, in seconds. */
const addressSeconds = 300
const removedAtOnce = 50

/** Starts an export of the organisation for the caller, removes it, or tells its state. Everybody has one at a time. */
export async function change(ctx: MemberContext, { action }: Body<typeof exportOrganisation>): Promise<Export | null> {
  if (action === 'cancel') await remove(ctx)
  if (action === 'start') await start(ctx)
  const row = await store.findOwn(ctx)
  return row && exportOf(ctx, row)
}

async function start(ctx: MemberContext): Promise<void> {
  const { organization_id } = ctx
  const current = await store.findOwn(ctx)
  if (current?.status === 'waiting' || current?.status === 'running') return
  await remove(ctx)
  const export_id = await store.insertOwn(ctx)
  // Another call of the same person was faster.
  if (export_id === null) return
  await enqueue(ctx, makeExport, { organization_id, export_id })
  await ctx.audit({ kind: 'organisation.exported', subject: `organisation:${organization_id}` })
}

/** A running export notices that its row is gone, and ends. */
async function remove(ctx: MemberContext): Promise<void> {
  const { organization_id, app } = ctx
  for (const export_id of await store.deleteOwn(ctx))
    ctx.afterCommit(() => app.objects.delete(store.archiveKey({ organization_id, export_id })))
}

async function exportOf({ app, organization_id }: MemberContext, row: store.ExportRow): Promise<Export> {
  const { id: export_id, status, requested_at, ended_at, bytes } = row
  const isReady = status === 'ready'
  const name = `wheelhouse-organisation-${organization_id}.tar`
  return {
    ...{ export_id, status, requested_at, ended_at, bytes },
    expires_at: isReady ? new Date(Date.parse(requested_at) + exportKept).toISOString() : null,
    url: isReady
      ? await app.objects.addressFor(store.archiveKey({ organization_id, export_id }), addressSeconds, name)
      : null,
  }
}

/** Removes archives whose time is over, files first. */
export const exportCleanups = (objects: Pick<Objects, 'delete'>): BatchCleanup[] => [
  async (tx, now) => {
    const old = await store.findOld(tx, new Date(now - exportKept).toISOString(), removedAtOnce)
    for (const place of old) {
      await objects.delete(store.archiveKey(place))
      await store.deleteOne(tx, place)
    }
    return old.length === removedAtOnce
  },
]
