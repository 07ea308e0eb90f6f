/**
 * The business constants of section 9 of the specification and of the decisions. Times are in milliseconds unless the
 * name says otherwise.
 */

const second = 1000
const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Name and key of the state that the client persists in local storage [4.17]. */
export const persistKey = 'app'
export const persistTimeout = 5 * second
/** How often the error boundary retries by itself before it shows its screen [9.4]. */
export const boundaryRetries = 3
export const toast = { duration: 5 * second, width: 320 } as const
/** How many colours suggestions and labels cycle through [9.8]. */
export const colourCycle = 5
/** How long the sign-out page waits before it opens /login [2.3b]. */
export const afterSignOut = 100
/** Where / redirects if no path is remembered [4.2c]. */
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
  /** Counted over all addresses of one account. */
  perAccountAndDay: 10,
  perIpAndHour: 20,
  resendAfter: 30 * second,
} as const

export const invites = { lifetime: 30 * day, perCall: 50 } as const
/** How long a deleted branch or document can be restored [D3]. */
export const undeleteWithin = 30 * day
/** How long clients can catch up from the event log; clients that were away longer reload their data. */
export const eventRetention = 7 * day
/** How long the answer to an idempotency key is remembered. */
export const idempotencyRetention = 24 * hour

/** Logs on a page of a timeline, and on either side of the centre [D20]. */
export const timeline = { page: 30, aroundCentre: 15 } as const
/** `labels` limits the labels of a new log and those of a filter. */
export const log = { titleLength: 200, contentLength: 50_000, frames: 12, files: 12, labels: 25 } as const
/** Saves of one person within `oneVersion` of their first save form one version. */
export const document = {
  nameLength: 200,
  descriptionLength: 2_000,
  promptLength: 4_000,
  contentLength: 500_000,
  oneVersion: 10 * minute,
  /** Files attached to the document itself that it is returned with. */
  attachments: 100,
} as const

/** A summary covers at most this many logs, the newest ones. */
export const summary = { logs: 200 } as const

/** The length of a query, and how many of the newest hits of each kind are counted and ranked. */
export const search = { queryLength: 200, ranked: 500 } as const

export const access = { noteLength: 300, openRequests: 50 } as const

/** Graphs [D22]. The last two limit the buckets of a plot and the logs it names. */
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

/**
 * Sockets. A client that does not ping this often is closed with 4408. Reconnecting after a token refresh waits a
 * moment [9.5].
 */
export const sockets = {
  silence: 300 * second,
  ping: 120 * second,
  pongWait: 10 * second,
  afterRefresh: 500,
  /** Sockets of one guest; the limit for members is a setting of the server. */
  perGuest: 6,
  /** How often one connection may request missed events; a client needs one request. */
  resumes: 3,
} as const

/** Pictures of people, as uploaded, in bytes. The client sends 256 × 256 pixels. */
export const picture = { side: 256, bytes: 300_000 } as const

/** Limits of a JSON body: its bytes, the depth of nesting, and the number of values. */
export const body = { bytes: 1_000_000, depth: 32, values: 20_000 } as const

/**
 * Slow bodies. A body is given up if nothing arrives for `idle`, or if after `grace` its average is below
 * `bytesPerSecond`. An address may have a limited number of slow bodies. After a call is answered, the rest of its body
 * is read for a moment.
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

/**
 * Surplus connections: the seconds in Retry-After, how many are answered with an error at once, and how long that may
 * take.
 */
export const connections = { retryAfter: 30, toldAtOnce: 200, toldWithin: 2 * second } as const

/** The feed socket as clients keep it [9.5], in addition to the limits of all {@link sockets}. */
export const feed = { reconnects: 3, reconnectDelay: 120 * second, refreshAfter: second } as const
/** Capture on the desktop [9.3, 9.6]: pixels, and JPEG quality from 0 to 1. */
export const capture = {
  width: { least: 1_280, most: 4_000 },
  height: { least: 720, most: 4_000 },
  quality: 0.4,
  autoLaunchCheck: second,
  /** The shortest time between two pictures of one source, however many people look [D32]. */
  atMostEvery: second,
  /** Bytes of pictures that wait on the desktop for their upload. */
  spoolBytes: 500_000_000,
} as const
/** Pictures [D33, D34]: the bytes of one, the seconds that its upload may take, and the days that it is kept. */
export const frames = {
  bytes: 10_000_000,
  uploadSeconds: 60,
  retentionDays: 14,
  retentionDaysAtMost: 365,
} as const
export const camera = { nameLength: 100, descriptionLength: 500, addressLength: 2_000 } as const
/**
 * Attachments [D23]: bytes of one file, and of an audio file; bytes and number of the parts of an upload; files of one
 * call, and their total bytes. `kept` limits how long an upload may take, and how long an unattached file is kept.
 * Pictures have at most `pixels`; an animated one has at most `movingPixels` over all its frames.
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
/** Bytes that the files of an organisation may use, by its plan, unless `STORAGE_GB` overrides it. */
export const storage = { free: 5_000_000_000, premium: 500_000_000_000 } as const
/** How many people are listed with the storage they use. */
export const storageShare = { people: 10 } as const
/**
 * Recordings [D24]: files and speakers of one, characters of a speaker's name and of a segment; bytes and length of a
 * dictation.
 */
export const meetings = {
  files: 12,
  speakers: 999,
  speakerName: 80,
  segmentLength: 20_000,
  dictationBytes: 25_000_000,
  dictationSeconds: 5 * 60,
} as const
/**
 * Guests [D42]. `recordings`, `bytes` and `messagesPerHour` apply to one guest, `perAddressAndHour` counts guests of
 * one address, and `addressBytes` what they upload within a day.
 */
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
/** Recordings are named with one of these extensions [9.9b]. */
export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'flv', 'wmv', 'm4v'] as const
