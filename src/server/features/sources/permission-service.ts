import type { Body } from '#shared/contract/endpoint'
import type { changePermission, readPermission, SourcePermission } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { Grantable } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import * as access from '../access/service'
import { branchesFor } from '../organisations/service'
import { isVisible } from './access-store'
import * as cameras from './cameras-store'
import * as grantables from './grantables'
import { grantedLists, type Lists, listsFrom } from './permission-lists'
import * as screens from './screens-store'

/** Who may see a camera. Branches that the caller may not see are left out, unless they manage cameras. */
export async function read(ctx: MemberContext, { camera_id }: Body<typeof readPermission>): Promise<SourcePermission> {
  if (!(await isVisible(ctx, { kind: 'camera', camera_id }))) throw apiError('camera.not_found')
  const [grantees, organisation] = await Promise.all([
    access.granteesOf(ctx, { kind: 'camera', id: camera_id }),
    cameras.isOpenToAll(ctx, camera_id),
  ])
  const lists = listsFrom(grantees)
  const permission = { organisation, ...lists }
  if (can(ctx.member, 'feeds.manage_cameras') || lists.branch_ids.length === 0) return permission
  const seen = new Set((await branchesFor(ctx)).map(branch => branch.id))
  return { ...permission, branch_ids: lists.branch_ids.filter(id => seen.has(id)) }
}

interface PermissionChange {
  organisation: boolean | undefined
  lists: Partial<Lists>
}

/**
 * Sets who may see a camera, or the caller's own screen. Managers of a source have every right on it, so they can give
 * any [D41].
 */
export async function change(ctx: MemberContext, body: Body<typeof changePermission>): Promise<SourcePermission> {
  const { camera_id, user_ids, role_ids, branch_ids } = body
  const lists = {
    ...(user_ids && { user_ids }),
    ...(role_ids && { role_ids }),
    ...(branch_ids && { branch_ids }),
  }
  if (camera_id === undefined)
    return changeScreen(ctx, { organisation: body.is_my_screen_accessible_to_org ?? body.organisation, lists })
  if (body.is_my_screen_accessible_to_org !== undefined) {
    throw apiError('request.invalid', {
      issues: [{ path: 'is_my_screen_accessible_to_org', message: 'This is about a camera, not one’s own screen.' }],
    })
  }
  return changeCamera(ctx, camera_id, { organisation: body.organisation, lists })
}

async function changeCamera(
  ctx: MemberContext,
  camera_id: number,
  params: PermissionChange,
): Promise<SourcePermission> {
  const camera = await cameras.lockCamera(ctx, camera_id)
  if (!camera) throw apiError('camera.not_found')
  if (!can(ctx.member, 'feeds.manage_cameras')) throw apiError('permission.missing')
  return changeSource(ctx, {
    grantable: grantables.cameras,
    id: camera_id,
    was: camera.to_organisation,
    params,
    open: to_organisation => cameras.updateCamera(ctx, camera_id, { to_organisation }),
  })
}

async function changeScreen(ctx: MemberContext, params: PermissionChange): Promise<SourcePermission> {
  return changeSource(ctx, {
    grantable: grantables.screens,
    id: ctx.caller.user_id,
    was: await screens.lockOwn(ctx),
    params,
    open: to_organisation => screens.openToAll(ctx, to_organisation),
  })
}

interface Change {
  grantable: Grantable
  id: number
  /** Whether every member could see it before. */
  was: boolean
  params: PermissionChange
  open(to_organisation: boolean): Promise<void>
}

async function changeSource(
  ctx: MemberContext,
  { grantable, id, was, params, open }: Change,
): Promise<SourcePermission> {
  const { kind } = grantable
  const subject = { kind, id }
  const before: SourcePermission = { organisation: was, ...listsFrom(await access.granteesOf(ctx, subject)) }
  for (const [name, grantee] of grantedLists) {
    await access.requireGrantees(ctx, grantee, params.lists[name] ?? [], before[name])
  }
  await access.changeReaders(ctx, grantable, id, async () => {
    if (params.organisation !== undefined) await open(params.organisation)
    for (const [name, grantee] of grantedLists) {
      const ids = params.lists[name]
      if (ids) await access.replaceGrants(ctx, subject, grantee, ids)
    }
  })
  const after: SourcePermission = {
    organisation: params.organisation ?? was,
    ...listsFrom(await access.granteesOf(ctx, subject)),
  }
  await ctx.audit({ kind: `${kind}.access_changed`, subject: `${kind}:${id}`, details: { was: before, ...after } })
  return after
}
