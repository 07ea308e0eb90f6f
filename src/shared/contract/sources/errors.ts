import type { ErrorTable } from '../error-table'

export const sourceErrors = {
  'camera.not_found': [404, 'There is no such camera here.'],
  'camera.address_invalid': [400, 'Enter an address that begins with http, https or rtsp.'],
  'camera.address_refused': [
    403,
    'This server may not fetch from that address. Its operator can allow the network with CAMERA_ALLOWED_NETWORKS.',
  ],
  'camera.test_running': [409, 'Your last test of a camera is still running. Wait until it has ended.'],
  'camera.network_not_private': [
    400,
    'Only private networks can be allowed here, such as 192.168.4.0/24. Others need the setting CAMERA_ALLOWED_NETWORKS.',
  ],
  'camera.network_needs_operator': [
    403,
    'A super user of this server may allow networks, and the owner if this is its only workspace. Ask them.',
  ],
  'source.not_found': [404, 'There is no such source here.'],
  'frame.not_found': [404, 'There is no such picture.'],
  'time_lapse.unavailable': [
    501,
    'This server cannot make films, because it has no ffmpeg. Its operator can install it.',
  ],
} as const satisfies ErrorTable
