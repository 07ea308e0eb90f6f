/** The business constants of the specification's section 9 and of the decisions, once. Times are milliseconds unless the name says otherwise. */

const second = 1000
const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Name and key of the state that the client keeps in local storage [4.17]. */
export const persistKey = 'app'
export const persistTimeout = 5 * second
/** How often the error boundary tries again by itself before it shows its screen [9.4]. */
export const boundaryRetries = 3
export const toast = { duration: 5 * second, width: 320 } as const
/** How many colours suggestions and labels cycle through [9.8]. */
export const colourCycle = 5
/** How long the sign-out page waits before it goes to /login [2.3b]. */
export const afterSignOut = 100
/** The path that / leads to when nothing is remembered [4.2c]. */
export const defaultPath = '/chat'

/** Tokens [D9]. */
export const tokens = {
  lifetime: hour,
  refreshLifetime: 30 * day,
  refreshGrace: 10 * second,
  profileLifetime: 10 * minute,
} as const

/** One-time codes [D10]. */
export const codes = {
  digits: 6,
  lifetime: 5 * minute,
  attempts: 5,
  perAddressAndHour: 5,
  /** Over all addresses of one account. */
  perAccountAndDay: 10,
  perIpAndHour: 20,
  resendAfter: 30 * second,
} as const

export const invites = { lifetime: 30 * day, perCall: 50 } as const
/** How long a deleted branch or document can be brought back [D3]. */
export const undeleteWithin = 30 * day
/** How long the event log serves clients that were away; then they load a snapshot. */
export const eventRetention = 7 * day
/** How long the answer to an idempotency key is remembered. */
export const idempotencyRetention = 24 * hour

/** Logs on a page of a timeline, and either side of a centre [D20]. */
export const timeline = { page: 30, aroundCentre: 15 } as const
/** `labels`: that come with a new log, or that logs are looked for by. */
export const log = { titleLength: 200, contentLength: 50_000, frames: 12, files: 12, labels: 25 } as const
/** What one person saves within `oneVersion` of their first save is one version. */
export const document = {
  nameLength: 200,
  descriptionLength: 2_000,
  promptLength: 4_000,
  contentLength: 500_000,
  oneVersion: 10 * minute,
  /** Files of its own that a document comes with. */
  attachments: 100,
} as const

/** What a summary is made from: the newest logs at most. */
export const summary = { logs: 200 } as const

/** What is looked for, and how far things of one kind are counted and put in order: the newest of them. */
export const search = { queryLength: 200, ranked: 500 } as const

export const access = { noteLength: 300, openRequests: 50 } as const

/** Graphs [D22]. A plot shows at most so many hours, days or weeks, and names at most so many logs. */
export const graph = {
  nameLength: 100,
  labelLength: 60,
  perLogbook: 50,
  buckets: 1_000,
  entries: 2_000,
} as const

export const mate = {
  messageLength: 8_000,
  suggestions: 5,
  page: 50,
  historyForModel: 20,
  pathLength: 500,
  proposed: 24 * 60 * minute,
} as const

/** Sockets: a client pings at least this often or is closed with 4408; reconnecting after a token refresh waits a moment [9.5]. */
export const sockets = {
  silence: 300 * second,
  ping: 120 * second,
  pongWait: 10 * second,
  afterRefresh: 500,
  /** Sockets of one guest; members have as many as the server's settings say. */
  perGuest: 6,
  /** How often one connection may ask for what it missed; a client asks once. */
  resumes: 3,
} as const

/** Pictures of people, as uploaded. The client sends 256 × 256 pixels; bytes. */
export const picture = { side: 256, bytes: 300_000 } as const

/** A body of JSON: bytes, how deep it is nested, and values in it. */
export const body = { bytes: 1_000_000, depth: 32, values: 20_000 } as const

/**
 * How bodies arrive: one that brings nothing for `idle`, or after `grace` less than `bytesPerSecond` on average, is no longer waited
 * for; an address has so many slow ones under way. What is left of a body once its call is answered is read for a moment.
 */
export const bodyArrival = {
  checkEvery: 5 * second,
  idle: 20 * second,
  grace: 30 * second,
  bytesPerSecond: 1_000,
  perAddress: 100,
  answeredWithin: 60 * second,
  drainedFor: 5 * second,
  drainedBytes: 10_000_000,
} as const

/** Connections that are one too many: seconds after which to come back, and how many are told so at once, for how long. */
export const connections = { retryAfter: 30, toldAtOnce: 200, toldWithin: 2 * second } as const

/** The feed socket as clients keep it [9.5], beside what holds for all {@link sockets}. */
export const feed = { reconnects: 3, reconnectDelay: 120 * second, refreshAfter: second } as const
/** Capture on the desktop [9.3, 9.6]: pixels, and JPEG quality from 0 to 1. */
export const capture = {
  width: { least: 1_280, most: 4_000 },
  height: { least: 720, most: 4_000 },
  quality: 0.4,
  autoLaunchCheck: second,
  /** However many look, a source is asked for a picture no more often [D32]. */
  atMostEvery: second,
  /** Pictures that wait on the desktop for their upload; bytes. */
  spoolBytes: 500_000_000,
} as const
/** Pictures [D33, D34]: bytes of one, seconds that its upload may take, days that it is kept. */
export const frames = {
  bytes: 10_000_000,
  uploadSeconds: 60,
  retentionDays: 14,
  retentionDaysAtMost: 365,
} as const
export const camera = { nameLength: 100, descriptionLength: 500, addressLength: 2_000 } as const
/**
 * Attachments [D23]: bytes of one, and of sound; bytes and number of the parts of an upload, as few or many as there are; files of
 * one call, and bytes of them all. `kept` is how long an upload may take, and how long a file is kept that belongs to nothing.
 * Pictures have `pixels` at most; one that moves has `movingPixels`, over all its frames.
 */
export const attachments = {
  bytes: 100_000_000,
  audioBytes: 500_000_000,
  audioSeconds: 4 * 60 * 60,
  partBytes: 1_048_576,
  parts: 10_000,
  perCall: 12,
  callBytes: 510_000_000,
  nameLength: 200,
  openUploads: 50,
  kept: day,
  pixels: 100_000_000,
  movingPixels: 50_000_000,
  thumbnailSide: 480,
} as const
/** Bytes that the files of an organisation may have, by its plan, unless `STORAGE_GB` says otherwise. */
export const storage = { free: 5_000_000_000, premium: 500_000_000_000 } as const
/** How many people are listed with what they use of it. */
export const storageShare = { people: 10 } as const
/** Recordings [D24]: files and speakers of one, characters of a speaker's name and of what is said in one go; bytes and length of a dictation. */
export const meetings = {
  files: 12,
  speakers: 999,
  speakerName: 80,
  segmentLength: 20_000,
  dictationBytes: 25_000_000,
  dictationSeconds: 5 * 60,
} as const
/** Guests [D42]. `recordings`, `bytes` and `messagesPerHour` are for one guest, `perAddressAndHour` counts guests of one address, `addressBytes` what they leave within a day. */
export const guests = {
  kept: day,
  messagesPerHour: 10,
  recordings: 3,
  fileBytes: 100_000_000,
  callBytes: 105_000_000,
  bytes: 300_000_000,
  addressBytes: 1_500_000_000,
  perAddressAndHour: 20,
} as const
/** Names of these end with a video's extension [9.9b]. */
export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'flv', 'wmv', 'm4v'] as const
