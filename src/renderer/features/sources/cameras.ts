import type { Input } from '#shared/contract/endpoint'
import { addCamera, type Camera, deleteCamera, editCamera } from '#shared/contract/sources/endpoints'
import { call, type Outcome } from '../../platform/api'
import { useSources } from './store'

async function shown(calling: Promise<Outcome<Camera>>): Promise<Outcome<Camera>> {
  const outcome = await calling
  if (outcome.ok) useSources.getState().putCamera(outcome.data)
  return outcome
}

export const createCamera = (params: Input<typeof addCamera>) => shown(call(addCamera, params))
export const changeCamera = (params: Input<typeof editCamera>) => shown(call(editCamera, params))

export async function removeCamera(camera_id: number): Promise<Outcome<null>> {
  const outcome = await call(deleteCamera, { feedId: camera_id })
  if (outcome.ok) useSources.getState().dropCamera(camera_id)
  return outcome
}
