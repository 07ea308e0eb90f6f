import type { Frame, Source, Viewer } from '#shared/contract/sources/endpoints'
import { type AppContext, perApp } from '../../../platform/app-context'
import { type BusMessage, type FeedPart, type ScreenStatus, whenMissed } from '../../../platform/bus'
import type { StoredEvent } from '../../../platform/events'
import { changesMembership } from '../../../platform/identity'
import { keyOf, statusOf, viewersOf } from './feed-parts'
import { OrganizationFeed } from './organization-feed'
import { OtherNodes, type PartChange, repeatInterval } from './other-nodes'

/** How often rights are checked without a message, because the bus may lose messages. */
const checkInterval = 15_000

/** The feeds of all organisations, and the messages that concern them. */
export class FeedManager {
  readonly #feeds = new Map<number, OrganizationFeed>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #others: OtherNodes
  readonly #endings: (() => void)[]

  constructor(private readonly app: AppContext) {
    this.#others = new OtherNodes(app)
    this.#endings = [
      app.bus.subscribe((message, isOwn) => {
        if (message.topic === 'events') this.#eventsHappened(message)
        else if (message.topic === 'connected') this.#connected()
        else if (!isOwn) this.#heard(message)
      }),
      app.clock.every(repeatInterval, () => this.#repeat()),
      app.clock.every(checkInterval, () => this.#check()),
      whenMissed(app, () => this.#check()),
    ]
  }

  feedOf(organization_id: number): OrganizationFeed {
    const known = this.#feeds.get(organization_id)
    if (known) return known
    const made = new OrganizationFeed(this.app, organization_id, this.#others, work => this.#run(work))
    this.#feeds.set(organization_id, made)
    return made
  }

  /** Removes feeds without any activity. */
  removeIdle(): void {
    for (const [organization_id, feed] of this.#feeds) if (feed.isIdle) this.#feeds.delete(organization_id)
  }

  /** Who watches what, at all nodes. */
  viewers(organization_id: number): { source: Source; users: Viewer[] }[] {
    return this.#bySource(organization_id)
      .map(parts => ({ source: parts[0].source, users: viewersOf(parts) }))
      .filter(({ users }) => users.length > 0)
  }

  /** The sharing state of somebody's screen; null if it is not shared. */
  sharing(organization_id: number, user_id: number): ScreenStatus | null {
    const key = keyOf({ kind: 'screen', user_id })
    return statusOf(this.#parts(organization_id).filter(({ source }) => keyOf(source) === key))
  }

  /** Who shares their screen, and since when. */
  sharers(organization_id: number): { user_id: number; since: string }[] {
    return this.#bySource(organization_id).flatMap(parts => {
      const [{ source }] = parts
      const since = statusOf(parts)?.since
      return source.kind === 'screen' && since ? [{ user_id: source.user_id, since }] : []
    })
  }

  #parts(organization_id: number): FeedPart[] {
    return [...(this.#feeds.get(organization_id)?.parts ?? []), ...this.#others.all(organization_id)]
  }

  #bySource(organization_id: number): [FeedPart, ...FeedPart[]][] {
    const found = new Map<string, [FeedPart, ...FeedPart[]]>()
    for (const part of this.#parts(organization_id)) {
      const known = found.get(keyOf(part.source))
      if (known) known.push(part)
      else found.set(keyOf(part.source), [part])
    }
    return [...found.values()]
  }

  #eventsHappened({ organization_id, events }: Extract<BusMessage, { topic: 'events' }>): void {
    const feed = this.#feeds.get(organization_id)
    if (feed) handleMessage(feed, events)
  }

  #connected(): void {
    this.app.bus.publish({ topic: 'feed_asked' })
    this.#repeat()
  }

  /** What another node says. */
  #heard(message: BusMessage): void {
    if (message.topic === 'feed_asked') this.#repeat()
    if (message.topic === 'feed') this.#changed(this.#others.hear(message.organization_id, message.part))
    const feed = 'organization_id' in message ? this.#feeds.get(message.organization_id) : undefined
    if (message.topic === 'feed_picture') feed?.show(message.picture)
    if (message.topic === 'feed_request') feed?.forwardToDevices(message.user_id, message.request)
    if (feed && message.topic === 'feed_changed') this.#run(feed.sourceChanged(message.source))
  }

  #changed(change: PartChange | null): void {
    if (change) this.#feeds.get(change.organization_id)?.changedElsewhere(change)
  }

  #repeat(): void {
    if (!this.app.bus.isShared) return
    for (const feed of this.#feeds.values()) feed.repeat()
    for (const change of this.#others.forget()) this.#changed(change)
  }

  /** Ends everything once running work is done. */
  async close(): Promise<void> {
    for (const end of this.#endings) end()
    await Promise.all([...this.#feeds.values()].map(feed => feed.close()))
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #check(): void {
    for (const feed of this.#feeds.values()) if (feed.isWatched) feed.check()
  }

  #run(work: Promise<unknown>): void {
    const logged = work
      .catch(error => this.app.log.error({ err: error }, 'A source failed.'))
      .finally(() => this.#running.delete(logged))
    this.#running.add(logged)
  }
}

function handleMessage(feed: OrganizationFeed, events: readonly StoredEvent[]): void {
  let mayChangeRights = false
  for (const { event, audience } of events) {
    switch (event.kind) {
      case 'camera.changed':
      case 'camera.deleted':
        feed.cameraChanged(event.camera_id)
        feed.announceChange(audience)
        mayChangeRights = true
        break
      case 'screen.access_changed':
        feed.announceChange(audience)
        mayChangeRights = true
        break
      case 'screen.started':
      case 'screen.stopped':
        feed.announceChange(audience)
        break
      case 'member.removed':
        feed.removed(event.user_id)
        mayChangeRights = true
        break
      default:
        if (!changesMembership(event)) break
        feed.announceChange('user_id' in event ? { to: 'users', user_ids: [event.user_id] } : { to: 'organisation' })
        mayChangeRights = true
    }
  }
  if (mayChangeRights) feed.check()
}

export const feedManager = perApp(app => new FeedManager(app))

/**
 * One current picture of a source, for a job: the sharer and all who may see the source are told that it watches. The
 * picture is shared with other viewers, so that a source is asked at most once a second. The caller of this function
 * checks whether the job may watch. Throws {@link NoPicture}.
 */
export async function captureNow(
  app: AppContext,
  { organization_id, source, job }: { organization_id: number; source: Source; job: { job_id: number; name: string } },
): Promise<Frame> {
  const manager = feedManager(app)
  try {
    return await manager.feedOf(organization_id).captureNow(source, job)
  } finally {
    manager.removeIdle()
  }
}
