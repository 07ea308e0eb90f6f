import type { Body } from '#shared/contract/endpoint'
import type { changePermission, readPermission, SourcePermission } from '#shared/contract/sources'
import { refuse } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { MemberScene } from '../../platform/scene'
import * as access from '../access/service'
import { branchesFor } from '../organisations/service'
import { isVisible } from './access-store'
import * as cameras from './cameras-store'
import * as grantables from './grantables'
import { grantedLists, type Lists, listsFrom } from './permission-lists'
import * as screens from './screens-store'

/** Who may see a camera. Those who do not manage cameras are not told of branches that they may not see. */
export async function read(at: MemberScene, { camera_id }: Body<typeof readPermission>): Promise<SourcePermission> {
  if (!(await isVisible(at, { kind: 'camera', camera_id }))) throw refuse('camera.not_found')
  const [grantees, organisation] = await Promise.all([
    access.granteesOf(at, { kind: 'camera', id: camera_id }),
    cameras.isOpenToAll(at, camera_id),
  ])
  const lists = listsFrom(grantees)
  const permission = { organisation, ...lists }
  if (can(at.member, 'feeds.manage_cameras') || lists.branch_ids.length === 0) return permission
  const seen = new Set((await branchesFor(at)).map(one => one.id))
  return { ...permission, branch_ids: lists.branch_ids.filter(id => seen.has(id)) }
}

interface Wish {
  organisation: boolean | undefined
  lists: Partial<Lists>
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
    grantable: grantables.cameras,
    id: camera_id,
    was: camera.to_organisation,
    wish,
    open: to_organisation => cameras.updateCamera(at, camera_id, { to_organisation }),
  })
}

async function changeScreen(at: MemberScene, wish: Wish): Promise<SourcePermission> {
  return changeSource(at, {
    grantable: grantables.screens,
    id: at.caller.user_id,
    was: await screens.lockOwn(at),
    wish,
    open: to_organisation => screens.openToAll(at, to_organisation),
  })
}

interface Change {
  grantable: access.Grantable
  id: number
  /** Whether every member may see it now. */
  was: boolean
  wish: Wish
  open(to_organisation: boolean): Promise<void>
}

async function changeSource(at: MemberScene, { grantable, id, was, wish, open }: Change): Promise<SourcePermission> {
  const { kind } = grantable
  const subject = { kind, id }
  const before: SourcePermission = { organisation: was, ...listsFrom(await access.granteesOf(at, subject)) }
  for (const [name, grantee] of grantedLists) {
    await access.requireGrantees(at, grantee, wish.lists[name] ?? [], before[name])
  }
  await access.changeReaders(at, grantable, id, async () => {
    if (wish.organisation !== undefined) await open(wish.organisation)
    for (const [name, grantee] of grantedLists) {
      const ids = wish.lists[name]
      if (ids) await access.replaceGrants(at, subject, grantee, ids)
    }
  })
  const after: SourcePermission = {
    organisation: wish.organisation ?? was,
    ...listsFrom(await access.granteesOf(at, subject)),
  }
  await at.audit({ kind: `${kind}.access_changed`, subject: `${kind}:${id}`, details: { was: before, ...after } })
  return after
}
