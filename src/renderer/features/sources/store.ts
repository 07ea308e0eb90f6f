import {
  type Camera,
  type FeedData,
  type FeedFrame,
  type Frame,
  readFeed,
  type Source,
  type Viewer,
} from '#shared/contract/sources'
import { call } from '../../platform/api'
import { createSlice, type Write } from '../../platform/store'
import { keyOf, type SourceKey } from './keys'

/** Where the feed connection is [4.10]. */
export type FeedStatus = 'DISCONNECTED' | 'CONNECTED' | 'RECONNECTING'

export type Picture = Pick<Frame, 'id' | 'url' | 'taken_at'>

export interface SourcesState {
  feed: FeedData | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the first load failed. */
  failure: { code: string; message: string } | null
  feedStatus: FeedStatus
  /** Attempts to connect since the feed last stood. */
  tries: number
  /** The newest picture of each source, by its key. */
  pictures: Record<string, Picture>
  /** Sources of which a picture came while this page looks: what is seen of them is of this moment. */
  live: Record<string, true>
  /** Who looks at each source, by its key. */
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
/** Sources whose viewers were told while the feed was being read: that is newer than the answer. */
const toldMeanwhile = new Set<string>()

/** Screens and cameras of the chosen workspace that the person may see, and who looks at them. */
export const useSources = createSlice(
  'sources',
  initial,
  (set, get, writer) => ({
    /** Reads the feed; however often it is asked for meanwhile, once more afterwards. */
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

    /** Takes what the feed connection brought. What it asks of a desktop is not for this page. */
    hear(frame: FeedFrame) {
      if (frame.event === 'feed_changed') void useSources.getState().refresh()
      else if (frame.event === 'frame') {
        set(({ pictures, live }) => {
          show(pictures, frame.source, frame, true)
          live[keyOf(frame.source)] = true
        })
      } else if (frame.event === 'viewers') {
        toldMeanwhile.add(keyOf(frame.source))
        set(({ viewers }) => {
          viewers[keyOf(frame.source)] = frame.users
        })
      }
    },

    become(feedStatus: FeedStatus, tries = 0) {
      set({ feedStatus, tries })
      if (feedStatus !== 'CONNECTED') set({ live: {} })
    },

    /** The page no longer looks at a source. */
    lookedAway(key: SourceKey) {
      set(({ live }) => {
        delete live[key]
      })
    },

    /** A camera as the server answered it after a change. */
    putCamera(camera: Camera) {
      set(({ feed }) => {
        if (!feed) return
        const { accessible_cctv_feeds: cameras } = feed
        const at = cameras.findIndex(one => one.camera_id === camera.camera_id)
        if (at < 0) cameras.push(camera)
        else cameras[at] = camera
      })
    },

    dropCamera(camera_id: number) {
      set(({ feed }) => {
        if (feed) feed.accessible_cctv_feeds = feed.accessible_cctv_feeds.filter(one => one.camera_id !== camera_id)
      })
    },
  }),
  { scope: 'organisation' },
)

async function read({ status }: SourcesState, write: Write<SourcesState>): Promise<void> {
  if (status !== 'ready') write({ status: 'loading', failure: null })
  toldMeanwhile.clear()
  const outcome = await call(readFeed, {})
  if (!outcome.ok) {
    const { code, message } = outcome
    // What was read before stays on the screen.
    if (status !== 'ready') write({ status: 'failed', failure: { code, message } })
    return
  }
  const feed = outcome.data
  write(state => {
    state.feed = feed
    state.status = 'ready'
    state.failure = null
    const told = Object.entries(state.viewers).filter(([key]) => toldMeanwhile.has(key))
    state.viewers = Object.fromEntries([
      ...feed.screen_viewers.map(({ source, users }) => [keyOf(source), users]),
      ...told,
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

/** A live picture that is older than the one before it by more than this was not overtaken: the server's clock was set back. */
const overtaken = 10_000

/** Also the same picture again: its address is signed anew, the former one may have run out. */
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
