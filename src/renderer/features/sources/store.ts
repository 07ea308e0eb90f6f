import {
  type Camera,
  type FeedData,
  type FeedFrame,
  type Frame,
  readFeed,
  type Source,
  type Viewer,
} from '#shared/contract/sources/endpoints'
import { call, type Outcome } from '../../platform/api'
import { createListSlice } from '../../platform/list-slice'
import { keyOf, type SourceKey } from './keys'

/** The state of the feed connection [4.10]. */
export type FeedStatus = 'DISCONNECTED' | 'CONNECTED' | 'RECONNECTING'

export type Picture = Pick<Frame, 'id' | 'url' | 'taken_at'>

/** The feed without its cameras, which are the items of the list. */
export type Screens = Omit<FeedData, 'accessible_cctv_feeds'>

/** What is known about sources besides the list of cameras. */
export interface Watched {
  feed: Screens | null
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

const nothing: Watched = { feed: null, feedStatus: 'DISCONNECTED', tries: 0, pictures: {}, live: {}, viewers: {} }

/** Sources whose viewers were reported while the feed was being read; those reports are newer than the answer. */
const reportedMeanwhile = new Set<string>()

/** Cameras and screens of the chosen workspace that the person may see, with their viewers. */
export const useSources = createListSlice('sources', {
  async list() {
    reportedMeanwhile.clear()
    const outcome = await call(readFeed, {})
    if (!outcome.ok) return outcome
    const { accessible_cctv_feeds: data } = outcome.data
    return { ...outcome, data, extra: (now: Watched) => watchedAfter(now, outcome.data) }
  },
  key: camera => camera.camera_id,
  extra: nothing,
  actions: ({ set, changer }) => ({
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

    /** Shows a camera as the server returns it after a change. */
    async change(calling: Promise<Outcome<Camera>>): Promise<Outcome<Camera>> {
      const change = changer()
      const outcome = await calling
      if (outcome.ok) {
        const { data: camera } = outcome
        change(cameras => [...cameras.filter(other => other.camera_id !== camera.camera_id), camera])
      }
      return outcome
    },

    drop(camera_id: number) {
      changer()(cameras => cameras.filter(camera => camera.camera_id !== camera_id))
    },
  }),
})

/** Returns what a feed brings besides cameras, with what this page has learnt since. */
function watchedAfter({ viewers, pictures: held, live }: Watched, feed: FeedData): Partial<Watched> {
  const { accessible_cctv_feeds: _, ...screens } = feed
  const reported = Object.entries(viewers).filter(([key]) => reportedMeanwhile.has(key))
  const stopped = [...feed.screen_sharing_users, ...feed.accessible_user_screens].flatMap(({ user, state }) =>
    state === 'sharing' ? [] : keyOf({ kind: 'screen', user_id: user.user_id }),
  )
  const pictures: Watched['pictures'] = {}
  for (const [source, frame] of lastFrames(feed)) {
    const picture = held[keyOf(source)]
    if (picture) pictures[keyOf(source)] = picture
    if (frame) show(pictures, source, frame)
  }
  return {
    feed: screens,
    viewers: Object.fromEntries([
      ...feed.screen_viewers.map(({ source, users }) => [keyOf(source), users]),
      ...reported,
    ]),
    live: Object.fromEntries(Object.entries(live).filter(([key]) => !stopped.some(other => other === key))),
    pictures,
  }
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
function show(pictures: Watched['pictures'], source: Source, { id, url, taken_at }: Picture, isLive = false): void {
  const held = pictures[keyOf(source)]
  const late = held ? Date.parse(held.taken_at) - Date.parse(taken_at) : 0
  if (late > 0 && !(isLive && late > overtaken)) return
  pictures[keyOf(source)] = { id, url, taken_at }
}
