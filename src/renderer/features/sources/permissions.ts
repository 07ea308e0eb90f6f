import { changePermission, readPermission, type SourcePermission } from '#shared/contract/sources/endpoints'
import { call, type Outcome } from '../../platform/api'
import { createSlice } from '../../platform/store'
import { useSources } from './store'

/** Who may see one's own screen: everybody, or people by name. */
export type OwnPermission = Pick<SourcePermission, 'organisation' | 'user_ids'>

/** The permission as the feed reports it. */
export function ownPermission(): OwnPermission {
  const { feed } = useSources.getState()
  return {
    organisation: feed?.is_my_screen_accessible_to_org ?? false,
    user_ids: feed?.my_screen_user_ids ?? [],
  }
}

interface PermissionState {
  permission: SourcePermission | null
  status: 'loading' | 'ready' | 'failed'
}

/** Who may see each camera besides those who always may [6.8b]. */
export const usePermissions = createSlice(
  'sourcePermissions',
  { cameras: {} as Record<number, PermissionState> },
  (_set, _get, writer) => ({
    async load(camera_id: number): Promise<void> {
      const write = writer()
      write(({ cameras }) => {
        cameras[camera_id] ??= { permission: null, status: 'loading' }
        if (cameras[camera_id].status === 'failed') cameras[camera_id].status = 'loading'
      })
      const outcome = await call(readPermission, { camera_id })
      write(({ cameras }) => {
        if (outcome.ok) cameras[camera_id] = { permission: outcome.data, status: 'ready' }
        else if (cameras[camera_id]?.status !== 'ready') cameras[camera_id] = { permission: null, status: 'failed' }
      })
    },

    /** Changes who may see a camera or, without one, the person's own screen [6.8c]. Omitted fields stay unchanged. */
    async save(
      camera_id: number | null,
      { organisation, user_ids }: Partial<OwnPermission>,
    ): Promise<Outcome<SourcePermission>> {
      const write = writer()
      const outcome = await call(
        changePermission,
        camera_id === null
          ? { is_my_screen_accessible_to_org: organisation, user_ids }
          : { camera_id, organisation, user_ids },
      )
      if (!outcome.ok) return outcome
      if (camera_id === null) void useSources.getState().refresh()
      else {
        write(({ cameras }) => {
          cameras[camera_id] = { permission: outcome.data, status: 'ready' }
        })
      }
      return outcome
    },
  }),
  { scope: 'organisation' },
)
