import { z } from 'zod'
import { Id, Instant, text } from '../common'
import { endpoint, member } from '../endpoint'
import { CameraKind } from './endpoints'
import { camera } from './limits'

/** Why an address shows no picture, as stable codes that clients translate. */
export const CameraProblem = z.enum([
  'address_invalid',
  'network_refused',
  'name_not_found',
  'connection_refused',
  'no_answer',
  'timeout',
  'password_missing',
  'password_wrong',
  'forbidden',
  'path_not_found',
  'certificate',
  'web_page',
  'not_a_picture',
  'codec',
  'needs_ffmpeg',
])
export type CameraProblem = z.infer<typeof CameraProblem>

/** A network as an address and the number of its fixed bits: 192.168.4.0/24. */
const CameraNetwork = z.string().max(50)

/** Who may allow cameras in networks that are not public: the caller, or whom they can ask. */
const NetworkDecision = z.object({
  may_allow: z.boolean(),
  /** Names of people who may; empty where only a super user of the server may. */
  ask: z.array(z.string()),
})

/** What came of connecting to a camera once. */
export const CameraTest = z.discriminatedUnion('works', [
  z.object({
    works: z.literal(true),
    kind: CameraKind,
    /** A small copy of the picture, as a data URL. */
    picture: z.string(),
    width: z.int(),
    height: z.int(),
    codec: z.string(),
    /** Milliseconds until the picture was there. */
    milliseconds: z.int(),
  }),
  z.object({
    works: z.literal(false),
    problem: CameraProblem,
    /** The network that could be allowed, if the address is refused because of it. */
    network: NetworkDecision.extend({ network: CameraNetwork }).nullable(),
  }),
])
export type CameraTest = z.infer<typeof CameraTest>

export const testCamera = endpoint({
  method: 'POST',
  reads: true,
  path: '/feed/test',
  summary:
    'Connects to the address of a camera once and returns its picture, or why there is none. With `camera_id` and the shown address of that camera, its stored name and password are used. One test at a time for each person.',
  access: member({ can: 'feeds.manage_cameras' }),
  perMinute: 30,
  body: z.object({ address: text(camera.addressLength), camera_id: Id.optional() }),
  answer: CameraTest,
})

/** The networks that are not public and in which this workspace may have cameras. */
export const CameraNetworks = NetworkDecision.extend({
  networks: z.array(z.object({ network: CameraNetwork, allowed_by: z.string().nullable(), allowed_at: Instant })),
  /** Those that the settings of the server allow; empty for callers who may not allow any. */
  by_settings: z.array(CameraNetwork),
})
export type CameraNetworks = z.infer<typeof CameraNetworks>

export const listCameraNetworks = endpoint({
  method: 'POST',
  reads: true,
  path: '/feed/networks',
  summary: 'Lists the networks that are not public and in which this workspace may have cameras.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({}),
  answer: CameraNetworks,
})

export const allowCameraNetwork = endpoint({
  method: 'POST',
  path: '/feed/networks/allow',
  summary:
    'Allows cameras of this workspace in a private network. Super users of the server may do this, and owners of its only workspace.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({ network: CameraNetwork }),
  answer: CameraNetworks,
})

export const revokeCameraNetwork = endpoint({
  method: 'POST',
  path: '/feed/networks/revoke',
  summary:
    'Forbids cameras of this workspace in a network again; those that are being watched there are disconnected. Super users and owners may do this.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({ network: CameraNetwork }),
  answer: CameraNetworks,
})
