import { z } from 'zod'
import { Id, Nothing, text } from '../common'
import { endpoint, member } from '../endpoint'
import { Camera } from './endpoints'
import { camera, frames } from './limits'

const cameraFields = {
  url: text(camera.addressLength),
  name: text(camera.nameLength),
  description: z.string().trim().max(camera.descriptionLength).default(''),
  branch_id: Id.nullable().default(null),
}

export const addCamera = endpoint({
  method: 'POST',
  path: '/feed',
  summary:
    'Adds a camera: the address of a still image, an MJPEG or HLS stream, or RTSP. At first only its managers can see it.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object(cameraFields),
  answer: Camera,
})

export const editCamera = endpoint({
  method: 'PATCH',
  path: '/feed/{camera_id}',
  summary: 'Changes a camera. `notice_confirmed` says that a notice hangs beside it.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({
    camera_id: Id,
    url: cameraFields.url.optional(),
    name: cameraFields.name.optional(),
    description: z.string().trim().max(camera.descriptionLength).optional(),
    branch_id: Id.nullable().optional(),
    kept_days: z.int().min(1).max(frames.retentionDaysAtMost).optional(),
    notice_confirmed: z.boolean().optional(),
  }),
  answer: Camera,
})

export const deleteCamera = endpoint({
  method: 'DELETE',
  path: '/feed/{feedId}',
  summary: 'Removes a camera and its pictures, except those that a log shows.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({ feedId: Id }),
  answer: Nothing,
})
