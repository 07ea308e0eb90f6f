import type { Body } from '#shared/contract/endpoint'
import type { addCamera, deleteCamera, editCamera } from '#shared/contract/sources/cameras'
import type { Camera } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import { withinPlan } from '#shared/rules/plans'
import { limitReached, requireWithin } from '../../platform/plans'
import type { MemberContext } from '../../platform/request-context'
import { deleteGrants, emptyRequests } from '../access/service'
import { branchesFor } from '../organisations/service'
import { checkedAddress, kindOf, seal, shownForm } from './address'
import { audienceOf } from './audience'
import * as store from './cameras-store'
import { newestFrom } from './frame-from'
import { allowedNetworks } from './networks/networks-store'
import { followPlan } from './plan-store'

/** A camera as the caller sees it: only those who manage cameras see its address. */
export async function cameraFrom(ctx: MemberContext, row: store.CameraRow): Promise<Camera> {
  return {
    camera_id: row.id,
    url: can(ctx.member, 'feeds.manage_cameras') ? row.shown_address : null,
    name: row.name,
    description: row.description,
    branch_id: row.branch_id,
    space_ids: row.space_ids,
    kind: row.kind,
    trouble: row.trouble,
    trouble_since: row.trouble_since,
    last_frame: await newestFrom(ctx.app, { kind: 'camera', camera_id: row.id }, row),
    kept_days: row.kept_days,
    notice_confirmed_by: row.notice_confirmed_by,
    notice_confirmed_at: row.notice_confirmed_at,
  }
}

async function cameraOf(ctx: MemberContext, camera_id: number): Promise<Camera> {
  const [row] = await store.visibleCameras(ctx, camera_id)
  if (!row) throw apiError('camera.not_found')
  return cameraFrom(ctx, row)
}

async function requireBranch(ctx: MemberContext, branch_id: number | null): Promise<void> {
  if (branch_id === null) return
  if (!(await branchesFor(ctx)).some(branch => branch.id === branch_id)) throw apiError('branch.not_found')
}

async function addressFields(ctx: MemberContext, text: string) {
  const url = await checkedAddress(text, await allowedNetworks(ctx))
  return { address: seal(ctx.app, ctx.organization_id, url), shown_address: shownForm(url), kind: kindOf(url) }
}

export async function add(ctx: MemberContext, body: Body<typeof addCamera>): Promise<Camera> {
  const { name, description, branch_id } = body
  await requireBranch(ctx, branch_id)
  await store.lockCameras(ctx)
  requireWithin(ctx.member.plan_id, 'cameras', (await store.countCameras(ctx)) + 1)
  const address = await addressFields(ctx, body.url)
  const kept_days = withinPlan(ctx.member.plan_id, 'frame_days', frames.retentionDays)
  const camera_id = await store.insertCamera(ctx, { ...address, name, description, branch_id, kept_days })
  ctx.record({ kind: 'camera.changed', camera_id }, await audienceOf(ctx, { kind: 'camera', camera_id }))
  await ctx.audit({
    kind: 'camera.added',
    subject: `camera:${camera_id}`,
    details: { name, url: address.shown_address, branch_id },
  })
  return cameraOf(ctx, camera_id)
}

/** A `url` equal to the shown form is no change: the hidden name and password stay. */
export async function edit(ctx: MemberContext, { camera_id, ...body }: Body<typeof editCamera>): Promise<Camera> {
  const camera = await store.lockCamera(ctx, camera_id)
  if (!camera) throw apiError('camera.not_found')
  if (body.branch_id !== undefined && body.branch_id !== camera.branch_id) await requireBranch(ctx, body.branch_id)
  if (camera.trouble === 'plan') throw limitReached(ctx.member.plan_id, 'cameras', await store.countCameras(ctx))
  if (body.kept_days !== undefined) requireWithin(ctx.member.plan_id, 'frame_days', body.kept_days)
  const isMoved = body.url !== undefined && body.url !== camera.shown_address
  const address = isMoved ? await addressFields(ctx, body.url ?? '') : null
  const plain = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.branch_id !== undefined && { branch_id: body.branch_id }),
    ...(body.kept_days !== undefined && { kept_days: body.kept_days }),
  }
  const changes = {
    ...plain,
    ...(address && { ...address, trouble: null, trouble_since: null }),
    ...noticeFrom(ctx, body),
  }
  if (Object.keys(changes).length === 0) return cameraOf(ctx, camera_id)
  await store.updateCamera(ctx, camera_id, changes)
  ctx.record({ kind: 'camera.changed', camera_id }, await audienceOf(ctx, { kind: 'camera', camera_id }))
  await ctx.audit({
    kind: 'camera.edited',
    subject: `camera:${camera_id}`,
    details: {
      was: camera.name,
      ...plain,
      ...(address && { url: address.shown_address }),
      ...(body.notice_confirmed !== undefined && { notice_confirmed: body.notice_confirmed }),
    },
  })
  return cameraOf(ctx, camera_id)
}

function noticeFrom(ctx: MemberContext, { notice_confirmed }: { notice_confirmed?: boolean | undefined }) {
  if (notice_confirmed === undefined) return {}
  return notice_confirmed
    ? { notice_confirmed_by: ctx.caller.user_id, notice_confirmed_at: ctx.now }
    : { notice_confirmed_by: null, notice_confirmed_at: null }
}

/** From now on nobody sees it or its pictures; a cleanup removes the pictures, except those that a log shows. */
export async function remove(ctx: MemberContext, { feedId: camera_id }: Body<typeof deleteCamera>): Promise<null> {
  const camera = await store.lockCamera(ctx, camera_id)
  if (!camera) throw apiError('camera.not_found')
  const audience = await audienceOf(ctx, { kind: 'camera', camera_id })
  await store.updateCamera(ctx, camera_id, { deleted_at: ctx.now })
  const subject = { kind: 'camera', id: camera_id } as const
  await Promise.all([deleteGrants(ctx, subject), emptyRequests(ctx, subject), followPlan(ctx, ctx.member.plan_id)])
  ctx.record({ kind: 'camera.deleted', camera_id }, audience)
  await ctx.audit({ kind: 'camera.deleted', subject: `camera:${camera_id}`, details: { name: camera.name } })
  return null
}
