import type { Frame, Source, Viewer } from '#shared/contract/sources/endpoints'
import { type AppContext, perApp } from '../../../platform/app-context'
import { whenMissed } from '../../../platform/bus'
import type { StoredEvent } from '../../../platform/events'
import { changesMembership } from '../../../platform/identity'
import { OrganizationFeed } from './organization-feed'
import type { Status } from './shared-screen'

/** How often rights are checked without a message, because the bus may lose messages. */
const checkInterval = 15_000

/** The feeds of all organisations, and the messages that concern them. */
export class FeedManager {
  readonly #feeds = new Map<number, OrganizationFeed>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #endings: (() => void)[]

  constructor(private readonly app: AppContext) {
    this.#endings = [
      app.bus.subscribe(message => {
        const feed = message.topic === 'events' && this.#feeds.get(message.organization_id)
        if (feed) handleMessage(feed, message.events)
      }),
      app.clock.every(checkInterval, () => this.#check()),
      whenMissed(app, () => this.#check()),
    ]
  }

  feedOf(organization_id: number): OrganizationFeed {
    const known = this.#feeds.get(organization_id)
    if (known) return known
    const made = new OrganizationFeed(this.app, organization_id, work => this.#run(work))
    this.#feeds.set(organization_id, made)
    return made
  }

  /** Removes feeds without any activity. */
  removeIdle(): void {
    for (const [organization_id, feed] of this.#feeds) if (feed.isIdle) this.#feeds.delete(organization_id)
  }

  viewers(organization_id: number): { source: Source; users: Viewer[] }[] {
    return this.#feeds.get(organization_id)?.viewers ?? []
  }

  /** The sharing state of somebody's screen; null if it is not shared. */
  sharing(organization_id: number, user_id: number): Status | null {
    return this.#feeds.get(organization_id)?.sharing(user_id) ?? null
  }

  /** Who shares their screen, and since when. */
  sharers(organization_id: number): { user_id: number; since: string }[] {
    return this.#feeds.get(organization_id)?.sharers ?? []
  }

  /** Ends everything once running work is done. */
  async close(): Promise<void> {
    for (const end of this.#endings) end()
    await Promise.all([...this.#feeds.values()].map(feed => feed.close()))
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #check(): void {
    for (const feed of this.#feeds.values()) if (feed.viewers.length > 0) feed.check()
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
