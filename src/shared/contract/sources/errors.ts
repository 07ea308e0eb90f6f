import type { ErrorTable } from '../error-table'

export const sourceErrors = {
  'camera.not_found': [404, 'There is no such camera here.'],
  'camera.address_invalid': [400, 'Enter an address that begins with http, https or rtsp.'],
  'camera.address_refused': [
    403,
    'This server may not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  ],
  'source.not_found': [404, 'There is no such source here.'],
  'frame.not_found': [404, 'There is no such picture.'],
  'time_lapse.unavailable': [
    501,
    'This server cannot make films, because it has no ffmpeg. Its operator can install it.',
  ],
} as const satisfies ErrorTable
