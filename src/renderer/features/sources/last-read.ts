import { FeedData, readFeed } from '#shared/contract/sources/endpoints'
import { call } from '../../platform/api'
import { copyMeanwhile, isUnreachable } from '../../platform/copied-answer'
import { useCopiesShown } from '../../platform/copies-shown'
import { account } from '../../platform/guest'
import { offlineCopies } from '../../platform/offline-copies'
import { useSources } from './store'

/** The name of the copy of the sources. */
export const feedCopy = 'sources'

/** What a copy shows, so that it is not copied again as if it were new. */
let shownFeed: unknown = null

/**
 * Loads the sources for a page that opens, and shows their copy if that takes long or fails, where there is nothing yet.
 * Apart from the store, because sources are asked for right after the first page, where no copy is shown.
 */
export async function readSources(): Promise<void> {
  const owner = account()
  const { status, open, refresh } = useSources.getState()
  const isEmpty = () => account() === owner && useSources.getState().feed === null
  const show = ({ accessible_cctv_feeds: items, ...feed }: FeedData) => {
    shownFeed = feed
    useSources.setState({ items, feed, status: 'ready', failure: null })
  }
  // Read ahead, so that nothing says for a moment that it did not load.
  const kept = isEmpty() ? offlineCopies.read(feedCopy, FeedData) : null
  const asked = (status === 'loading' ? open() : refresh()).then(() => {
    const { failure } = useSources.getState()
    return failure ? { ok: false as const, code: failure.code } : { ok: true as const }
  })
  const outcome = await copyMeanwhile(asked, { name: feedCopy, schema: FeedData }, copy => {
    const isShown = isEmpty()
    if (isShown) show(copy)
    return isShown
  })
  const copy = outcome.ok || !isUnreachable(outcome.code) ? null : await kept
  if (!copy || !isEmpty()) return
  useCopiesShown.getState().showCopy(feedCopy, copy.at)
  show(copy.content)
}

/** Keeps what the server answers from now on, and drops what it refuses. */
useSources.subscribe(({ feed, items, failure, status }, before) => {
  if (failure && failure !== before.failure && !isUnreachable(failure.code)) void offlineCopies.drop(feedCopy)
  if (!feed || feed === shownFeed || failure || status !== 'ready') return
  if (feed === before.feed && items === before.items) return
  useCopiesShown.getState().isFresh(feedCopy)
  keep({ ...feed, accessible_cctv_feeds: items })
})

/** Only what sources are: no pictures, no addresses of cameras, not who looks, and not which window somebody shares. */
function keep({ accessible_cctv_feeds, ...feed }: FeedData): void {
  const unseen = <T extends { last_frame: unknown }>(source: T) => ({ ...source, last_frame: null })
  const screens = (list: FeedData['screen_sharing_users']) => list.map(screen => ({ ...unseen(screen), what: null }))
  const copy: FeedData = {
    ...feed,
    screen_sharing_users: screens(feed.screen_sharing_users),
    accessible_user_screens: screens(feed.accessible_user_screens),
    screen_viewers: [],
    accessible_cctv_feeds: accessible_cctv_feeds.map(camera => ({ ...unseen(camera), url: null })),
  }
  offlineCopies.keep(feedCopy, copy)
}

/** Reads the copied sources anew, so that none stays in the copy that the person may no longer see. */
export async function rereadFeed(): Promise<void> {
  const owner = account()
  const copies = await offlineCopies.list().catch(() => [])
  if (!copies.some(copy => copy.account === owner && copy.name === feedCopy)) return
  const outcome = await call(readFeed, {})
  if (account() !== owner) return
  if (outcome.ok) keep(outcome.data)
  else if (!isUnreachable(outcome.code)) await offlineCopies.drop(feedCopy)
}
