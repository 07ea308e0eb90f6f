import type { Input } from '#shared/contract/endpoint'
import { addCamera, editCamera } from '#shared/contract/sources/cameras'
import { call } from '../../platform/api'
import { onDeleted } from '../undo/store'
import { useSources } from './store'

export const createCamera = (params: Input<typeof addCamera>) => useSources.getState().change(call(addCamera, params))
export const changeCamera = (params: Input<typeof editCamera>) => useSources.getState().change(call(editCamera, params))

onDeleted('camera', keys => {
  for (const key of keys) useSources.getState().drop(Number(key))
})
