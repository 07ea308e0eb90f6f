import { z } from 'zod'
import { Day, Id, Instant, Person, TimeZone } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { frames, timeline } from './limits'

/** Where pictures come from: a person's shared screen, or a camera of the organisation. */
export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen'), user_id: Id }),
  z.object({ kind: z.literal('camera'), camera_id: Id }),
])
export type Source = z.infer<typeof Source>

/** Who looks at a source right now: a person, or a job by its name. Every viewer is shown [D34]. */
export const Viewer = z.object({
  user_id: Id.nullable(),
  /** 0 for a job that is tried out before it is saved. */
  job_id: z.int().min(0).nullable(),
  name: z.string(),
  image: z.string().nullable(),
  since: Instant,
})
export type Viewer = z.infer<typeof Viewer>

/**
 * A picture. `url` is signed and valid for 30 to 60 seconds. `kept` pictures outlive the retention because a log shows
 * them.
 */
export const Frame = z.object({
  id: z.uuid(),
  source: Source,
  url: z.string(),
  taken_at: Instant,
  kept: z.boolean(),
})
export type Frame = z.infer<typeof Frame>

/** How pictures of a camera are fetched; derived from its address. */
export const CameraKind = z.enum(['still', 'mjpeg', 'hls', 'rtsp'])
export type CameraKind = z.infer<typeof CameraKind>

/** Why no new picture arrives, as stable codes that clients translate. */
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
  /** For managers of cameras only, and without the name and password in it [D35]; null for everybody else. */
  url: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  branch_id: Id.nullable(),
  /** The spaces that show it [D4]: its own branch and those it is shared with, as far as the caller may see them. */
  space_ids: z.array(Id).default([]),
  kind: CameraKind,
  /** Null while pictures arrive, and if nobody has requested one. */
  trouble: SourceTrouble.nullable(),
  /** When the trouble began. */
  trouble_since: Instant.nullable(),
  last_frame: Frame.nullable(),
  /** How many days its pictures are kept. */
  kept_days: z.int(),
  /** Who confirmed that a notice hangs beside the camera, and when. */
  notice_confirmed_by: z.string().nullable(),
  notice_confirmed_at: Instant.nullable(),
})
export type Camera = z.infer<typeof Camera>

/** State of a desktop's capture. The server assumes `off` when it hears nothing. */
export const SharingState = z.enum(['sharing', 'paused', 'reconnecting', 'off'])
export type SharingState = z.infer<typeof SharingState>

/** A person's screen as its permitted viewers see it: live, or why not, with the last picture. */
export const Screen = z.object({
  user: Person,
  state: SharingState,
  /** When this state began; null if it was never shared. */
  since: Instant.nullable(),
  /** The shared screen or window as the operating system names it: "Entire screen". */
  what: z.string().nullable(),
  last_frame: Frame.nullable(),
})
export type Screen = z.infer<typeof Screen>

/** Everything that the Source page needs [3.18a]. */
export const FeedData = z.object({
  /** Screens that are shared right now and that the caller may see, including their own. */
  screen_sharing_users: z.array(Screen),
  /** Who looks at each source that the caller may see. Sources without viewers are left out. */
  screen_viewers: z.array(z.object({ source: Source, users: z.array(Viewer) })),
  accessible_cctv_feeds: z.array(Camera),
  /** Screens that the caller may see and that are not shared at the moment. */
  accessible_user_screens: z.array(Screen),
  is_my_screen_accessible_to_org: z.boolean(),
  /** People whom the caller allows by name to see their screen. */
  my_screen_user_ids: z.array(Id),
})
export type FeedData = z.infer<typeof FeedData>

export const readFeed = endpoint({
  method: 'GET',
  path: '/feed',
  summary: 'Lists the screens and cameras that the caller may see, who shares, and who looks.',
  access: member(),
  body: z.object({}),
  answer: FeedData,
})

/** Who may see a source, beyond those who always may: holders of `feeds.see_all`, and the person whose screen it is. */
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
  summary: 'Lists who may see a camera.',
  access: member(),
  body: z.object({ camera_id: Id }),
  answer: SourcePermission,
})

const idList = z.array(Id).max(500).optional()
export const changePermission = endpoint({
  method: 'PUT',
  path: '/feed/permission',
  summary:
    'Sets who may see a camera (as its manager) or, without `camera_id`, one’s own screen. Fields left out stay as they are.',
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
 * Permission to upload one object of one kind and key, once [D33]: of exactly the requested length or, if the server
 * asked for it, of at most `frames.bytes`. `headers` must be sent unchanged. A `url` that begins with a slash is on
 * this server.
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
  summary: 'Requests permission to upload one picture of the caller’s own screen, of exactly this length.',
  access: member(),
  body: z.object({ kind: z.literal('screenshot'), content_length: z.int().min(1).max(frames.bytes) }),
  answer: UploadGrant,
})

export const readFrames = endpoint({
  method: 'GET',
  path: '/frames',
  summary: 'Returns pictures by their ids. Pictures that are deleted or that the caller may not see are left out.',
  access: member(),
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100) }),
  answer: z.array(Frame),
})

export const listFrames = pagedList({
  method: 'POST',
  reads: true,
  path: '/frames/list',
  summary:
    'Lists the stored pictures of a source that the caller may see, newest first. The person whose screen it is learns that they looked.',
  access: member(),
  body: z.object({ source: Source, from: Instant.optional(), to: Instant.optional() }),
  item: Frame,
})

/** The range includes its first instant and excludes its last. */
export const timeRange = { source: Source, from: Instant, to: Instant }

export const readTimeline = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/timeline',
  summary:
    'Returns pictures of a range of time of a source, oldest first: all of them if they are at most `most`, else as many that are spread evenly over the time. The person whose screen it is learns that they looked.',
  access: member(),
  body: z.object({ ...timeRange, most: z.int().min(1).max(timeline.pictures).default(timeline.pictures) }),
  answer: z.object({ frames: z.array(Frame), is_whole: z.boolean() }),
})

export const findFrame = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/find',
  summary:
    'Returns one picture of a source: the last one until an instant or else the first after it (`near`), or the one right `before` or `after` an instant, or a picture of that instant. Null if there is none. The person whose screen it is learns that they looked.',
  access: member(),
  body: z.object({
    source: Source,
    at: Instant,
    /** The picture of that instant, because there can be several. */
    id: z.uuid().optional(),
    direction: z.enum(['near', 'before', 'after']),
  }),
  answer: Frame.nullable(),
})

export const listFrameDays = endpoint({
  method: 'POST',
  reads: true,
  path: '/frames/days',
  summary: 'Lists the days, in a time zone, of which a source has pictures.',
  access: member(),
  body: z.object({ source: Source, zone: TimeZone, from: Day, to: Day }),
  answer: z.array(Day),
})

/** Frames that the server sends on /sockets/feed. */
export const FeedFrame = z.discriminatedUnion('event', [
  /** Requests one picture from the desktop, with the permission to upload it. */
  z.object({ event: z.literal('screenshot'), id: z.uuid(), upload: UploadGrant }),
  /** A new picture of a watched source. */
  z.object({ event: z.literal('frame'), source: Source, id: z.uuid(), url: z.string(), taken_at: Instant }),
  /** Something in {@link FeedData} changed; the client fetches it again. */
  z.object({ event: z.literal('feed_changed') }),
  z.object({ event: z.literal('viewers'), source: Source, users: z.array(Viewer) }),
  /** Sent on behalf of the sharer's other devices. */
  z.object({ event: z.literal('stop_sharing') }),
  z.object({ event: z.literal('pause_sharing') }),
  z.object({ event: z.literal('resume_sharing') }),
])
export type FeedFrame = z.infer<typeof FeedFrame>

/** Window titles can hold any character. Control characters, which PostgreSQL rejects in text, become spaces. */
const WindowName = z
  .string()
  .max(200)
  .transform(name => name.replace(/[\p{Cc}\p{Cs}]/gu, ' '))

/**
 * Frames that a client sends on /sockets/feed. A desktop sends `sharing` whenever its state changes, and on each new
 * connection.
 */
export const FeedRequest = z.discriminatedUnion('event', [
  /** `id` is the id of the request; `url` is the key or the URL of an upload grant that this person received. */
  z.object({ event: z.literal('screenshot'), id: z.uuid(), url: z.string().max(2_000) }),
  z.object({ event: z.literal('watch'), source: Source }),
  /** The same, but no picture is taken for this viewer: they are shown those that others cause. */
  z.object({ event: z.literal('follow'), source: Source }),
  /** Ends both. */
  z.object({ event: z.literal('unwatch'), source: Source }),
  z.object({ event: z.literal('sharing'), state: SharingState, what: WindowName.optional() }),
  z.object({ event: z.literal('stop_sharing') }),
  z.object({ event: z.literal('pause_sharing') }),
  /** Reaches the person’s computers that paused. Stopped sharing stays stopped [D34]. */
  z.object({ event: z.literal('resume_sharing') }),
])
export type FeedRequest = z.infer<typeof FeedRequest>
