import {
  type Camera,
  type FeedData,
  type FeedFrame,
  type Frame,
  readFeed,
  type Source,
  type Viewer,
} from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'
import { createSlice, type Write } from '../../platform/store'
import { keyOf, type SourceKey } from './keys'

/** The state of the feed connection [4.10]. */
export type FeedStatus = 'DISCONNECTED' | 'CONNECTED' | 'RECONNECTING'

export type Picture = Pick<Frame, 'id' | 'url' | 'taken_at'>

export interface SourcesState {
  feed: FeedData | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the first load failed. */
  failure: { code: string; message: string } | null
  feedStatus: FeedStatus
  /** Attempts to connect since the feed was last connected. */
  tries: number
  /** The latest picture of each source, by its key. */
  pictures: Record<string, Picture>
  /** Sources that have sent a picture while this page watches, so that it is live. */
  live: Record<string, true>
  /** The viewers of each source, by its key. */
  viewers: Record<string, Viewer[]>
}

const initial: SourcesState = {
  feed: null,
  status: 'idle',
  failure: null,
  feedStatus: 'DISCONNECTED',
  tries: 0,
  pictures: {},
  live: {},
  viewers: {},
}

let isReading = false
let readAgain = false
/** Sources whose viewers were reported while the feed was being read; those reports are newer than the answer. */
const reportedMeanwhile = new Set<string>()

/** Screens and cameras of the chosen workspace that the person may see, with their viewers. */
export const useSources = createSlice(
  'sources',
  initial,
  (set, get, writer) => ({
    /** Reads the feed. Requests during a reading cause one more reading afterwards. */
    async refresh(): Promise<void> {
      readAgain = true
      if (isReading) return
      isReading = true
      try {
        while (readAgain) {
          readAgain = false
          await read(get(), writer())
        }
      } finally {
        isReading = false
      }
    },

    /** Applies a frame of the feed connection. Requests to the desktop app are not handled here. */
    handleFrame(frame: FeedFrame) {
      if (frame.event === 'feed_changed') void useSources.getState().refresh()
      else if (frame.event === 'frame') {
        set(({ pictures, live }) => {
          show(pictures, frame.source, frame, true)
          live[keyOf(frame.source)] = true
        })
      } else if (frame.event === 'viewers') {
        reportedMeanwhile.add(keyOf(frame.source))
        set(({ viewers }) => {
          viewers[keyOf(frame.source)] = frame.users
        })
      }
    },

    setStatus(feedStatus: FeedStatus, tries = 0) {
      set({ feedStatus, tries })
      if (feedStatus !== 'CONNECTED') set({ live: {} })
    },

    /** The page stopped watching a source. */
    stoppedWatching(key: SourceKey) {
      set(({ live }) => {
        delete live[key]
      })
    },

    /** Stores a camera as the server returned it after a change. */
    putCamera(camera: Camera) {
      set(({ feed }) => {
        if (!feed) return
        const { accessible_cctv_feeds: cameras } = feed
        const at = cameras.findIndex(other => other.camera_id === camera.camera_id)
        if (at < 0) cameras.push(camera)
        else cameras[at] = camera
      })
    },

    dropCamera(camera_id: number) {
      set(({ feed }) => {
        if (feed)
          feed.accessible_cctv_feeds = feed.accessible_cctv_feeds.filter(camera => camera.camera_id !== camera_id)
      })
    },
  }),
  { scope: 'organisation' },
)

async function read({ status }: SourcesState, write: Write<SourcesState>): Promise<void> {
  if (status !== 'ready') write({ status: 'loading', failure: null })
  reportedMeanwhile.clear()
  const outcome = await call(readFeed, {})
  if (!outcome.ok) {
    const { code, message } = outcome
    // Data read before stays visible.
    if (status !== 'ready') write({ status: 'failed', failure: { code, message } })
    return
  }
  const feed = outcome.data
  write(state => {
    state.feed = feed
    state.status = 'ready'
    state.failure = null
    const reported = Object.entries(state.viewers).filter(([key]) => reportedMeanwhile.has(key))
    state.viewers = Object.fromEntries([
      ...feed.screen_viewers.map(({ source, users }) => [keyOf(source), users]),
      ...reported,
    ])
    for (const { user, state: sharing } of [...feed.screen_sharing_users, ...feed.accessible_user_screens])
      if (sharing !== 'sharing') delete state.live[keyOf({ kind: 'screen', user_id: user.user_id })]
    const pictures: SourcesState['pictures'] = {}
    for (const [source, frame] of lastFrames(feed)) {
      const held = state.pictures[keyOf(source)]
      if (held) pictures[keyOf(source)] = held
      if (frame) show(pictures, source, frame)
    }
    state.pictures = pictures
  })
}

function lastFrames(feed: FeedData): [Source, Frame | null][] {
  const screens = [...feed.screen_sharing_users, ...feed.accessible_user_screens]
  return [
    ...screens.map(({ user, last_frame }): [Source, Frame | null] => [
      { kind: 'screen', user_id: user.user_id },
      last_frame,
    ]),
    ...feed.accessible_cctv_feeds.map(({ camera_id, last_frame }): [Source, Frame | null] => [
      { kind: 'camera', camera_id },
      last_frame,
    ]),
  ]
}

/**
 * Older pictures are dropped as overtaken. A larger difference in milliseconds means that the server's clock was set
 * back.
 */
const overtaken = 10_000

/** Also applies the same picture again, because its address is freshly signed and the previous one may have expired. */
function show(
  pictures: SourcesState['pictures'],
  source: Source,
  { id, url, taken_at }: Picture,
  isLive = false,
): void {
  const held = pictures[keyOf(source)]
  const late = held ? Date.parse(held.taken_at) - Date.parse(taken_at) : 0
  if (late > 0 && !(isLive && late > overtaken)) return
  pictures[keyOf(source)] = { id, url, taken_at }
}
