import { refuse } from '#shared/errors'
import { can } from '#shared/rules/capabilities'
import type { Grantable } from '../access/service'
import * as access from './access-store'
import { lockCamera } from './cameras-store'
import { lockOwn } from './screens-store'

/** Cameras, as things that access is given to: by those who manage them [6.8b]. */
export const cameras: Grantable = {
  kind: 'camera',
  levels: ['viewer'],
  missing: 'camera.not_found',
  async find(at, camera_id) {
    const isVisible = await access.isVisible(at, { kind: 'camera', camera_id })
    return isVisible ? { managed: can(at.member, 'feeds.manage_cameras') } : undefined
  },
  async hold(at, camera_id) {
    if (!(await lockCamera(at, camera_id))) throw refuse('camera.not_found')
    if (!can(at.member, 'feeds.manage_cameras')) throw refuse('permission.missing')
  },
  readersOf: (at, camera_id) => access.readersOf(at.tx, at.organization_id, { kind: 'camera', camera_id }, at.now),
  giversOf: access.managersOf,
  changed: camera_id => ({ kind: 'camera.changed', camera_id }),
  named: access.managedCameraName,
  openedBeyond: question => access.openedBeyond('camera', question),
}

/** Screens, as things that access is given to: each by its owner alone, whoever else sees it [6.8c]. */
export const screens: Grantable = {
  kind: 'screen',
  levels: ['viewer'],
  missing: 'source.not_found',
  async find(at, user_id) {
    const isVisible = await access.isVisible(at, { kind: 'screen', user_id })
    return isVisible ? { managed: user_id === at.caller.user_id } : undefined
  },
  async hold(at, user_id) {
    if (user_id === at.caller.user_id) await lockOwn(at)
    else
      throw refuse(
        (await access.isVisible(at, { kind: 'screen', user_id })) ? 'permission.missing' : 'source.not_found',
      )
  },
  readersOf: (at, user_id) => access.readersOf(at.tx, at.organization_id, { kind: 'screen', user_id }, at.now),
  giversOf: access.ownerOf,
  changed: user_id => ({ kind: 'screen.access_changed', user_id }),
  named: access.ownScreenName,
  openedBeyond: question => access.openedBeyond('screen', question),
}
