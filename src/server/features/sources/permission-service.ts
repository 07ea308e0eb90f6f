import type { Body } from '#shared/contract/endpoint'
import type { changePermission, readPermission, Source, SourceEvent, SourcePermission } from '#shared/contract/sources'
import { type ErrorCode, refuse } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberScene } from '../../platform/scene'
import { branchesFor } from '../organisations/service'
import { isVisible } from './access-store'
import { tellChange } from './audience'
import * as cameras from './cameras-store'
import * as store from './permission-store'
import * as screens from './screens-store'

/** Who may see a camera. Those who do not manage cameras are not told of branches that they may not see. */
export async function read(at: MemberScene, { camera_id }: Body<typeof readPermission>): Promise<SourcePermission> {
  if (!(await isVisible(at, { kind: 'camera', camera_id }))) throw refuse('camera.not_found')
  const [lists, organisation] = await Promise.all([
    store.granteesOf(at, 'camera', camera_id),
    cameras.isOpenToAll(at, camera_id),
  ])
  const permission = { organisation, ...lists }
  if (can(at.member, 'feeds.manage_cameras') || lists.branch_ids.length === 0) return permission
  const seen = new Set((await branchesFor(at)).map(one => one.id))
  return { ...permission, branch_ids: lists.branch_ids.filter(id => seen.has(id)) }
}

interface Wish {
  organisation: boolean | undefined
  lists: Partial<store.Lists>
}

/** Sets who may see a camera, or the caller's own screen. Whoever manages a source holds every right on it, so none is too much [D41]. */
export async function change(at: MemberScene, body: Body<typeof changePermission>): Promise<SourcePermission> {
  const { camera_id, user_ids, role_ids, branch_ids } = body
  const lists = {
    ...(user_ids && { user_ids }),
    ...(role_ids && { role_ids }),
    ...(branch_ids && { branch_ids }),
  }
  if (camera_id === undefined)
    return changeScreen(at, { organisation: body.is_my_screen_accessible_to_org ?? body.organisation, lists })
  if (body.is_my_screen_accessible_to_org !== undefined) {
    throw refuse('request.invalid', {
      issues: [{ path: 'is_my_screen_accessible_to_org', message: 'This is about a camera, not one’s own screen.' }],
    })
  }
  return changeCamera(at, camera_id, { organisation: body.organisation, lists })
}

async function changeCamera(at: MemberScene, camera_id: number, wish: Wish): Promise<SourcePermission> {
  const camera = await cameras.lockCamera(at, camera_id)
  if (!camera) throw refuse('camera.not_found')
  if (!can(at.member, 'feeds.manage_cameras')) throw refuse('permission.missing')
  return changeSource(at, {
    source: { kind: 'camera', camera_id },
    event: { kind: 'camera.changed', camera_id },
    was: camera.to_organisation,
    wish,
    open: to_organisation => cameras.updateCamera(at, camera_id, { to_organisation }),
  })
}

async function changeScreen(at: MemberScene, wish: Wish): Promise<SourcePermission> {
  const { user_id } = at.caller
  return changeSource(at, {
    source: { kind: 'screen', user_id },
    event: { kind: 'screen.access_changed', user_id },
    was: await screens.lockOwn(at),
    wish,
    open: to_organisation => screens.openToAll(at, to_organisation),
  })
}

interface Change {
  source: Source
  event: SourceEvent
  /** Whether every member may see it now. */
  was: boolean
  wish: Wish
  open(to_organisation: boolean): Promise<void>
}

async function changeSource(at: MemberScene, { source, event, was, wish, open }: Change): Promise<SourcePermission> {
  const { kind } = source
  const subject_id = kind === 'screen' ? source.user_id : source.camera_id
  const before: SourcePermission = { organisation: was, ...(await store.granteesOf(at, kind, subject_id)) }
  await requireGrantees(at, before, wish.lists)
  await tellChange(at, { source, event }, async () => {
    if (wish.organisation !== undefined) await open(wish.organisation)
    for (const [name, grantee] of lists) {
      const ids = wish.lists[name]
      if (ids) await store.replaceList(at, { kind, subject_id, grantee }, ids)
    }
  })
  const after: SourcePermission = {
    organisation: wish.organisation ?? was,
    ...(await store.granteesOf(at, kind, subject_id)),
  }
  await at.audit({
    kind: `${kind}.access_changed`,
    subject: `${kind}:${subject_id}`,
    details: { was: before, ...after },
  })
  return after
}

const lists = [
  ['user_ids', 'user'],
  ['role_ids', 'role'],
  ['branch_ids', 'branch'],
] as const

const missing: Record<store.GranteeKind, ErrorCode> = {
  user: 'person.not_found',
  role: 'role.not_found',
  branch: 'branch.not_found',
}

/** Refuses strangers. A branch that is on the list already may stay there, also one that the caller does not see. */
async function requireGrantees(at: MemberScene, before: store.Lists, wish: Partial<store.Lists>): Promise<void> {
  for (const [name, grantee] of lists) {
    const wished = wish[name] ?? []
    if (wished.length === 0) continue
    const here =
      grantee === 'branch'
        ? [...before.branch_ids, ...(await branchesFor(at)).map(branch => branch.id)]
        : await store.hold(at, grantee, wished)
    if (wished.some(id => !here.includes(id))) throw refuse(missing[grantee])
  }
}
