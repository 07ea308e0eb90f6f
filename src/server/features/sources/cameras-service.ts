import type { Body } from '#shared/contract/endpoint'
import type { addCamera, Camera, deleteCamera, editCamera } from '#shared/contract/sources'
import { refuse } from '#shared/errors'
import { frames } from '#shared/limits'
import { can } from '#shared/rules/capabilities'
import type { MemberScene } from '../../platform/scene'
import { emptyRequests, forgetGrants } from '../access/service'
import { branchesFor } from '../organisations/service'
import { checkedAddress, kindOf, seal, shownForm } from './address'
import { audienceOf } from './audience'
import * as store from './cameras-store'
import { newestFrom } from './frame-from'

/** A camera as the caller sees it: only those who manage cameras are shown its address. */
export async function cameraFrom(at: MemberScene, row: store.CameraRow): Promise<Camera> {
  return {
    camera_id: row.id,
    url: can(at.member, 'feeds.manage_cameras') ? row.shown_address : null,
    name: row.name,
    description: row.description,
    branch_id: row.branch_id,
    kind: row.kind,
    trouble: row.trouble,
    trouble_since: row.trouble_since,
    last_frame: await newestFrom(at.house, { kind: 'camera', camera_id: row.id }, row),
    kept_days: row.kept_days,
    notice_confirmed_by: row.notice_confirmed_by,
    notice_confirmed_at: row.notice_confirmed_at,
  }
}

async function cameraOf(at: MemberScene, camera_id: number): Promise<Camera> {
  const [row] = await store.visibleCameras(at, camera_id)
  if (!row) throw refuse('camera.not_found')
  return cameraFrom(at, row)
}

async function requireBranch(at: MemberScene, branch_id: number | null): Promise<void> {
  if (branch_id === null) return
  if (!(await branchesFor(at)).some(one => one.id === branch_id)) throw refuse('branch.not_found')
}

async function addressFields(at: MemberScene, text: string) {
  const url = await checkedAddress(at.house, text)
  return { address: seal(at.house, at.organization_id, url), shown_address: shownForm(url), kind: kindOf(url) }
}

export async function add(at: MemberScene, body: Body<typeof addCamera>): Promise<Camera> {
  const { name, description, branch_id } = body
  await requireBranch(at, branch_id)
  const address = await addressFields(at, body.url)
  const kept_days = frames.retentionDays
  const camera_id = await store.insertCamera(at, { ...address, name, description, branch_id, kept_days })
  at.record({ kind: 'camera.changed', camera_id }, await audienceOf(at, { kind: 'camera', camera_id }))
  await at.audit({
    kind: 'camera.added',
    subject: `camera:${camera_id}`,
    details: { name, url: address.shown_address, branch_id },
  })
  return cameraOf(at, camera_id)
}

/** A `url` that is what was shown is no change: the name and password that are not in it stay. */
export async function edit(at: MemberScene, { camera_id, ...body }: Body<typeof editCamera>): Promise<Camera> {
  const camera = await store.lockCamera(at, camera_id)
  if (!camera) throw refuse('camera.not_found')
  if (body.branch_id !== undefined && body.branch_id !== camera.branch_id) await requireBranch(at, body.branch_id)
  const isMoved = body.url !== undefined && body.url !== camera.shown_address
  const address = isMoved ? await addressFields(at, body.url ?? '') : null
  const plain = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.branch_id !== undefined && { branch_id: body.branch_id }),
    ...(body.kept_days !== undefined && { kept_days: body.kept_days }),
  }
  const changes = {
    ...plain,
    ...(address && { ...address, trouble: null, trouble_since: null }),
    ...noticeFrom(at, body),
  }
  if (Object.keys(changes).length === 0) return cameraOf(at, camera_id)
  await store.updateCamera(at, camera_id, changes)
  at.record({ kind: 'camera.changed', camera_id }, await audienceOf(at, { kind: 'camera', camera_id }))
  await at.audit({
    kind: 'camera.edited',
    subject: `camera:${camera_id}`,
    details: {
      was: camera.name,
      ...plain,
      ...(address && { url: address.shown_address }),
      ...(body.notice_confirmed !== undefined && { notice_confirmed: body.notice_confirmed }),
    },
  })
  return cameraOf(at, camera_id)
}

function noticeFrom(at: MemberScene, { notice_confirmed }: { notice_confirmed?: boolean | undefined }) {
  if (notice_confirmed === undefined) return {}
  return notice_confirmed
    ? { notice_confirmed_by: at.caller.user_id, notice_confirmed_at: at.now }
    : { notice_confirmed_by: null, notice_confirmed_at: null }
}

/** Nobody sees it or its pictures from now on; upkeep takes the pictures away, those that a log shows excepted. */
export async function remove(at: MemberScene, { feedId: camera_id }: Body<typeof deleteCamera>): Promise<null> {
  const camera = await store.lockCamera(at, camera_id)
  if (!camera) throw refuse('camera.not_found')
  const audience = await audienceOf(at, { kind: 'camera', camera_id })
  await store.updateCamera(at, camera_id, { deleted_at: at.now })
  const subject = { kind: 'camera', id: camera_id } as const
  await Promise.all([forgetGrants(at, subject), emptyRequests(at, subject)])
  at.record({ kind: 'camera.deleted', camera_id }, audience)
  await at.audit({ kind: 'camera.deleted', subject: `camera:${camera_id}`, details: { name: camera.name } })
  return null
}
