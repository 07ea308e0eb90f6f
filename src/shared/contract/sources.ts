import { z } from 'zod'
import { camera, frames } from '../limits'
import { Id, Instant, Nothing, Person, text } from './common'
import { endpoint, member, pagedList } from './endpoint'

/** What pictures come from: somebody's shared screen, or a camera of the organisation. */
export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen'), user_id: Id }),
  z.object({ kind: z.literal('camera'), camera_id: Id }),
])
export type Source = z.infer<typeof Source>

/** Who looks at a source right now: a person, or a job of that name. Nobody looks unseen [D34]. */
export const Viewer = z.object({
  user_id: Id.nullable(),
  job_id: Id.nullable(),
  name: z.string(),
  image: z.string().nullable(),
  since: Instant,
})
export type Viewer = z.infer<typeof Viewer>

/** A picture. `url` is signed and good for a minute at most, half of it at least; `kept` ones outlive the retention, because a log shows them. */
export const Frame = z.object({
  id: z.uuid(),
  source: Source,
  url: z.string(),
  taken_at: Instant,
  kept: z.boolean(),
})
export type Frame = z.infer<typeof Frame>

/** How pictures of a camera are fetched; told from its address. */
export const CameraKind = z.enum(['still', 'mjpeg', 'hls', 'rtsp'])
export type CameraKind = z.infer<typeof CameraKind>

/** Why no new picture comes: stable words that clients translate. */
export const SourceTrouble = z.enum([
  'unreachable',
  'refused',
  'not_a_picture',
  'too_slow',
  'needs_ffmpeg',
  'plan',
  'server_stopped',
])
export type SourceTrouble = z.infer<typeof SourceTrouble>

/** A camera as its viewers see it [3.18b]. */
export const Camera = z.object({
  camera_id: Id,
  /** For those who manage cameras, and without the name and password in it [D35]; null for everybody else. */
  url: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  branch_id: Id.nullable(),
  kind: CameraKind,
  /** Null while pictures come, or nobody has asked for one. */
  trouble: SourceTrouble.nullable(),
  /** Since when there is trouble. */
  trouble_since: Instant.nullable(),
  last_frame: Frame.nullable(),
  /** How many days its pictures are kept. */
  kept_days: z.int(),
  /** Who confirmed that a notice hangs on the wall, and when. */
  notice_confirmed_by: z.string().nullable(),
  notice_confirmed_at: Instant.nullable(),
})
export type Camera = z.infer<typeof Camera>

/** What the desktop says of its capture; `off` is what the server takes silence for. */
export const SharingState = z.enum(['sharing', 'paused', 'reconnecting', 'off'])
export type SharingState = z.infer<typeof SharingState>

/** Somebody's screen, for those who may see it: live, or why not and what was last seen. */
export const Screen = z.object({
  user: Person,
  state: SharingState,
  /** Since when it is in this state; null when it never was shared. */
  since: Instant.nullable(),
  /** What is shared, as the system names it: "Entire screen". */
  what: z.string().nullable(),
  last_frame: Frame.nullable(),
})
export type Screen = z.infer<typeof Screen>

/** Everything that the Source page needs [3.18a]. */
export const FeedData = z.object({
  /** Screens that are shared right now and that the caller may see, their own included. */
  screen_sharing_users: z.array(Screen),
  /** Who looks at each source that the caller may see; sources without viewers are left out. */
  screen_viewers: z.array(z.object({ source: Source, users: z.array(Viewer) })),
  accessible_cctv_feeds: z.array(Camera),
  /** Screens that the caller may see and that are not shared at the moment. */
  accessible_user_screens: z.array(Screen),
  is_my_screen_accessible_to_org: z.boolean(),
  /** People whom the caller lets see their screen by name. */
  my_screen_user_ids: z.array(Id),
})
export type FeedData = z.infer<typeof FeedData>

export const readFeed = endpoint({
  method: 'GET',
  path: '/feed',
  summary: 'Screens and cameras that the caller may see, who shares, and who looks.',
  access: member(),
  body: z.object({}),
  answer: FeedData,
})

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
    'Adds a camera: the address of a still image, an MJPEG or HLS stream, or RTSP. Nobody but its managers sees it yet.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object(cameraFields),
  answer: Camera,
})

export const editCamera = endpoint({
  method: 'PATCH',
  path: '/feed/{camera_id}',
  summary: 'Changes a camera. `notice_confirmed` says that a notice hangs where it looks.',
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
  summary: 'Removes a camera and its pictures; those that a log shows are kept.',
  access: member({ can: 'feeds.manage_cameras' }),
  body: z.object({ feedId: Id }),
  answer: Nothing,
})

/** Who may see a source beyond those who always may: holders of `feeds.see_all`, and the person whose screen it is. */
export const SourcePermission = z.object({
  organisation: z.boolean(),
  user_ids: z.array(Id),
  role_ids: z.array(Id),
  branch_ids: z.array(Id),
})
export type SourcePermission = z.infer<typeof SourcePermission>

export const readPermission = endpoint({
  method: 'GET',
  path: '/feed/permission/{camera_id}',
  summary: 'Who may see a camera.',
  access: member(),
  body: z.object({ camera_id: Id }),
  answer: SourcePermission,
})

const idList = z.array(Id).max(500).optional()
export const changePermission = endpoint({
  method: 'PUT',
  path: '/feed/permission',
  summary:
    'Sets who may see a camera (its managers) or, without `camera_id`, one’s own screen. What is not given stays as it is.',
  access: member(),
  body: z.object({
    camera_id: Id.optional(),
    organisation: z.boolean().optional(),
    is_my_screen_accessible_to_org: z.boolean().optional(),
    user_ids: idList,
    role_ids: idList,
    branch_ids: idList,
  }),
  answer: SourcePermission,
})

/**
 * Leave to put one object of one kind and key into the store, once [D33]: of exactly the length that was asked for, or, where the
 * server asks, of `frames.bytes` at most. `headers` are sent as they are; a `url` that begins with a slash is one of this server.
 */
export const UploadGrant = z.object({
  id: z.uuid(),
  url: z.string(),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  key: z.string(),
  expires_in: z.int(),
})
export type UploadGrant = z.infer<typeof UploadGrant>

export const grantUpload = endpoint({
  method: 'POST',
  path: '/frame',
  summary: 'Asks for leave to upload one picture of one’s own screen, of exactly this length.',
  access: member(),
  body: z.object({ kind: z.literal('screenshot'), content_length: z.int().min(1).max(frames.bytes) }),
  answer: UploadGrant,
})

export const readFrames = endpoint({
  method: 'GET',
  path: '/frames',
  summary: 'Pictures by their ids; those that the caller may not see, and those that are gone, are left out.',
  access: member(),
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  answer: z.array(Frame),
})

export const listFrames = pagedList({
  method: 'POST',
  reads: true,
  path: '/frames/list',
  summary:
    'Pictures that are kept of a source which the caller may see, newest first; whose screen it is learns that they looked.',
  access: member(),
  body: z.object({ source: Source, from: Instant.optional(), to: Instant.optional() }),
  item: Frame,
})

/** A picture of one’s own screen, with everybody whom it was shown to. */
export const OwnFrame = Frame.extend({
  seen_by: z.array(z.object({ name: z.string(), is_job: z.boolean(), at: Instant })),
})
export type OwnFrame = z.infer<typeof OwnFrame>

export const listOwnFrames = pagedList({
  method: 'POST',
  reads: true,
  path: '/frames/mine',
  summary: 'Every picture taken of the caller’s screen and who looked at it, newest first.',
  access: member(),
  body: z.object({ from: Instant.optional(), to: Instant.optional() }),
  item: OwnFrame,
})

export const deleteOwnFrames = endpoint({
  method: 'DELETE',
  path: '/frames',
  summary: 'Deletes pictures of the caller’s screen for good, also where a log shows them.',
  access: member(),
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  answer: Nothing,
})

/** What the server says on /sockets/feed. */
export const FeedFrame = z.discriminatedUnion('event', [
  /** Asks the desktop for one picture, with the leave to upload it. */
  z.object({ event: z.literal('screenshot'), id: z.uuid(), upload: UploadGrant }),
  /** A new picture of a watched source. */
  z.object({ event: z.literal('frame'), source: Source, id: z.uuid(), url: z.string(), taken_at: Instant }),
  /** Something in {@link FeedData} is different: fetch it again. */
  z.object({ event: z.literal('feed_changed') }),
  z.object({ event: z.literal('viewers'), source: Source, users: z.array(Viewer) }),
  /** From the sharer's other devices. */
  z.object({ event: z.literal('stop_sharing') }),
  z.object({ event: z.literal('pause_sharing') }),
  z.object({ event: z.literal('resume_sharing') }),
])
export type FeedFrame = z.infer<typeof FeedFrame>

/** Windows may be named anything: what no text has, and no database takes, becomes a space. */
const WindowName = z
  .string()
  .max(200)
  .transform(name => name.replace(/[\p{Cc}\p{Cs}]/gu, ' '))

/** What a client says on /sockets/feed. A desktop says `sharing` whenever its state changes, and with each new connection. */
export const FeedRequest = z.discriminatedUnion('event', [
  /** `id` is that of the asking frame; `url` is the key of the grant that came with it or was asked for since, or its address. */
  z.object({ event: z.literal('screenshot'), id: z.uuid(), url: z.string().max(2_000) }),
  z.object({ event: z.literal('watch'), source: Source }),
  z.object({ event: z.literal('unwatch'), source: Source }),
  z.object({ event: z.literal('sharing'), state: SharingState, what: WindowName.optional() }),
  z.object({ event: z.literal('stop_sharing') }),
  z.object({ event: z.literal('pause_sharing') }),
  /** Reaches the person’s computers that paused; what was stopped stays stopped [D34]. */
  z.object({ event: z.literal('resume_sharing') }),
])
export type FeedRequest = z.infer<typeof FeedRequest>
