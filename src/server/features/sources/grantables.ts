import { apiError } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { Grantable } from '../../platform/grantable'
import * as access from './access-store'
import { lockCamera } from './cameras-store'
import { lockOwn } from './screens-store'

/** Cameras as subjects of grants, which their managers give [6.8b]. */
export const cameras: Grantable = {
  kind: 'camera',
  levels: ['viewer'],
  missing: 'camera.not_found',
  async find(ctx, camera_id) {
    const isVisible = await access.isVisible(ctx, { kind: 'camera', camera_id })
    return isVisible ? { managed: can(ctx.member, 'feeds.manage_cameras') } : undefined
  },
  async lock(ctx, camera_id) {
    if (!(await lockCamera(ctx, camera_id))) throw apiError('camera.not_found')
    if (!can(ctx.member, 'feeds.manage_cameras')) throw apiError('permission.missing')
  },
  readersOf: (ctx, camera_id) => access.readersOf(ctx.tx, ctx.organization_id, { kind: 'camera', camera_id }, ctx.now),
  giversOf: access.managersOf,
  changed: camera_id => ({ kind: 'camera.changed', camera_id }),
  named: access.managedCameraName,
  opensMore: question => access.opensMore('camera', question),
}

/** Screens as subjects of grants, which only their owner gives, whoever else sees them [6.8c]. */
export const screens: Grantable = {
  kind: 'screen',
  levels: ['viewer'],
  missing: 'source.not_found',
  async find(ctx, user_id) {
    const isVisible = await access.isVisible(ctx, { kind: 'screen', user_id })
    return isVisible ? { managed: user_id === ctx.caller.user_id } : undefined
  },
  async lock(ctx, user_id) {
    if (user_id === ctx.caller.user_id) await lockOwn(ctx)
    else
      throw apiError(
        (await access.isVisible(ctx, { kind: 'screen', user_id })) ? 'permission.missing' : 'source.not_found',
      )
  },
  readersOf: (ctx, user_id) => access.readersOf(ctx.tx, ctx.organization_id, { kind: 'screen', user_id }, ctx.now),
  giversOf: access.ownerOf,
  changed: user_id => ({ kind: 'screen.access_changed', user_id }),
  named: access.ownScreenName,
  opensMore: question => access.opensMore('screen', question),
}
