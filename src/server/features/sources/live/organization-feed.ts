import type { FeedFrame, FeedRequest, Frame, Source, Viewer } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { Audience } from '../../../platform/events'
import type { Readers } from '../../../platform/live/audiences'
import type { Connection } from '../../../platform/live/connection'
import { personFrom } from '../../../platform/people/person'
import { readAsSystem, runAsMember } from '../../../platform/run-as'
import { readersOf } from '../access-store'
import { audienceFrom } from '../audience'
import { idOf } from '../frames-store'
import { personOf } from '../screens-store'
import { FrameProducers } from './frame-producers'
import { discardPicture, NoPicture } from './picture'
import type { Status } from './shared-screen'
import { type JobViewer, type PersonViewer, SourceBroadcast } from './source-broadcast'
import { ViewSessions } from './view-sessions'

const keyOf = (source: Source) => `${source.kind} ${idOf(source)}`
const viewingOf = (source: Source, { user_id }: Connection) => `${keyOf(source)} ${user_id}`
const viewersFrame = (source: Source, users: Viewer[]): FeedFrame => ({ event: 'viewers', source, users })
/** If rights cannot be determined, nobody may watch. */
const nobody: Readers = { everyone: false, user_ids: new Set(), until: null }

/** The screens and cameras of one organisation while somebody is connected: who shares, who watches, who may. */
export class OrganizationFeed {
  readonly #producers: FrameProducers
  readonly #viewSessions: ViewSessions
  readonly #connections = new Set<Connection>()
  readonly #broadcasts = new Map<string, SourceBroadcast>()
  /** The sources that each connection asked to watch, also while its rights are being checked. */
  readonly #wishes = new Map<Connection, Set<string>>()
  #checking: Promise<void> | null = null
  #checkAgain = false
  #cancelCheck: (() => void) | null = null
  /** Counts the changes of rights. */
  #rights = 0

  constructor(
    private readonly app: AppContext,
    readonly organization_id: number,
    /** Tracks background work, and logs its failures. */
    private readonly run: (work: Promise<unknown>) => void,
  ) {
    this.#viewSessions = new ViewSessions(app.clock)
    this.#producers = new FrameProducers(app, organization_id, {
      picture: (source, picture) => {
        const watched = this.#broadcasts.get(keyOf(source))
        // The last viewer may have left while it was being stored.
        run(watched ? watched.store(picture) : discardPicture(app, picture))
      },
      changed: async source => this.announceChange(audienceFrom(await this.#readers(source))),
      run,
    })
  }

  get isIdle(): boolean {
    return this.#connections.size === 0 && this.#broadcasts.size === 0 && this.#producers.isIdle
  }

  get viewers(): { source: Source; users: Viewer[] }[] {
    return [...this.#broadcasts.values()].map(({ source, viewers }) => ({ source, users: viewers }))
  }

  sharing(user_id: number): Status | null {
    return this.#producers.sharing(user_id)
  }

  get sharers(): { user_id: number; since: string }[] {
    return this.#producers.sharers
  }

  joined(connection: Connection): void {
    this.#connections.add(connection)
  }

  /** A connection closed; `forGood` if its device does not return by itself. */
  left(connection: Connection, forGood: boolean): void {
    this.#connections.delete(connection)
    this.#wishes.delete(connection)
    for (const broadcast of this.#broadcasts.values()) this.#leave(broadcast, connection)
    this.#producers.screen(connection.user_id).lost(connection, forGood)
  }

  received(connection: Connection, request: FeedRequest): void {
    const screen = this.#producers.screen(connection.user_id)
    switch (request.event) {
      case 'watch':
        this.run(this.#watch(connection, request.source, true))
        break
      case 'follow':
        this.run(this.#watch(connection, request.source, false))
        break
      case 'unwatch':
        this.#unwatch(connection, request.source)
        break
      case 'sharing':
        this.#sendViewersToSharer(connection, request.state)
        screen.say(connection, request.state, request.what ?? null)
        break
      case 'screenshot':
        this.run(screen.answered(connection, request))
        break
      case 'stop_sharing':
      case 'pause_sharing':
      case 'resume_sharing':
        screen.forwardToDevices(connection, { event: request.event })
    }
  }

  /** Tells those who may know that the data on their page has changed. */
  announceChange(audience: Audience): void {
    const isMeant = (user_id: number) =>
      audience.to === 'organisation' || (audience.to === 'users' && audience.user_ids.includes(user_id))
    for (const connection of this.#connections) {
      if (isMeant(connection.user_id)) connection.send({ event: 'feed_changed' })
    }
  }

  /** Somebody is no longer a member. */
  removed(user_id: number): void {
    this.#producers.screen(user_id).end()
  }

  cameraChanged(camera_id: number): void {
    this.#producers.cameraChanged(camera_id)
  }

  /** Disconnects viewers who lost access. Checks run one after the other; calls meanwhile cause one more check. */
  check(): void {
    this.#rights += 1
    this.#checkAgain = true
    if (this.#checking !== null) return
    this.#checking = this.#checkAll().finally(() => {
      this.#checking = null
    })
    this.run(this.#checking)
  }

  /** One picture for a job, which counts as a viewer meanwhile. Throws {@link NoPicture}. */
  async captureNow(source: Source, { job_id, name }: { job_id: number; name: string }): Promise<Frame> {
    if (source.kind === 'screen' && this.sharing(source.user_id)?.state !== 'sharing') throw new NoPicture('not_shared')
    const broadcast = this.#watchedAt(source, await this.#readers(source))
    const job: JobViewer = { user_id: null, job_id, name, image: null, since: this.#now() }
    broadcast.joinJob(job)
    this.#sendViewers(broadcast)
    try {
      return await broadcast.next(job)
    } finally {
      broadcast.leaveJob(job)
      this.#afterLeaving(broadcast)
    }
  }

  async close(): Promise<void> {
    this.#cancelCheck?.()
    await this.#producers.close()
  }

  #now(): string {
    return new Date(this.app.clock.now()).toISOString()
  }

  #readers(source: Source): Promise<Readers> {
    const { organization_id } = this
    return readAsSystem(this.app, organization_id, ({ tx, now }) => readersOf(tx, organization_id, source, now))
  }

  async #watch(connection: Connection, source: Source, causesPictures: boolean): Promise<void> {
    const key = keyOf(source)
    const wishes = this.#wishes.get(connection) ?? new Set()
    if (wishes.has(key) || !this.#connections.has(connection)) return
    this.#wishes.set(connection, wishes.add(key))
    const rights = this.#rights
    const allowed = await this.#allowed(connection, source).catch(error => {
      this.app.log.warn({ err: error }, 'The access of a viewer could not be checked.')
      return null
    })
    if (!wishes.has(key) || !this.#connections.has(connection)) return
    if (!allowed) {
      wishes.delete(key)
      connection.send({ event: 'feed_changed' })
      return
    }
    const broadcast = this.#watchedAt(source, allowed.readers)
    broadcast.join(connection, allowed.viewer, causesPictures)
    this.#viewSessions.begin(viewingOf(source, connection))
    this.#sendViewers(broadcast)
    if (rights === this.#rights) this.#checkInTime()
    else this.check()
  }

  /**
   * What is needed to admit a viewer; null if they have no access. A new view session is recorded in the audit log
   * [D8].
   */
  async #allowed(connection: Connection, source: Source) {
    const { organization_id } = this
    const { user_id } = connection
    const who = { ...connection.subject, organization_id, ip: '', request_id: '' }
    const isOwn = source.kind === 'screen' && source.user_id === user_id
    const isNew = !isOwn && this.#viewSessions.isNew(viewingOf(source, connection))
    const found = await runAsMember(this.app, who, async ctx => {
      const readers = await readersOf(ctx.tx, organization_id, source, ctx.now)
      if (!readers.everyone && !readers.user_ids.has(user_id)) return null
      if (isNew) await ctx.audit({ kind: `${source.kind}.viewed`, subject: `${source.kind}:${idOf(source)}` })
      if (isNew && source.kind === 'screen')
        ctx.record({ kind: 'screen.viewed', user_id: source.user_id }, { to: 'users', user_ids: [source.user_id] })
      return { readers, person: await personFrom(ctx, await personOf(ctx.tx, user_id)) }
    })
    if (!found) return null
    const { user_displayname: name, user_image: image } = found.person
    const viewer: PersonViewer = { user_id, job_id: null, name, image, since: this.#now() }
    return { readers: found.readers, viewer }
  }

  #unwatch(connection: Connection, source: Source): void {
    this.#wishes.get(connection)?.delete(keyOf(source))
    const watched = this.#broadcasts.get(keyOf(source))
    if (watched) this.#leave(watched, connection)
  }

  #watchedAt(source: Source, readers: Readers): SourceBroadcast {
    const key = keyOf(source)
    const broadcast =
      this.#broadcasts.get(key) ??
      new SourceBroadcast(this.app, this.organization_id, source, () => this.#producers.of(source))
    broadcast.readers = readers
    this.#broadcasts.set(key, broadcast)
    return broadcast
  }

  #leave(broadcast: SourceBroadcast, connection: Connection): void {
    if (!broadcast.leave(connection)) return
    this.#wishes.get(connection)?.delete(keyOf(broadcast.source))
    const isStillThere = broadcast.connections.some(viewer => viewer.user_id === connection.user_id)
    if (!isStillThere) this.#viewSessions.end(viewingOf(broadcast.source, connection))
    this.#afterLeaving(broadcast)
  }

  #afterLeaving(broadcast: SourceBroadcast): void {
    const key = keyOf(broadcast.source)
    if (broadcast.isEmpty && this.#broadcasts.get(key) === broadcast) this.#broadcasts.delete(key)
    this.#sendViewers(broadcast)
  }

  /** Tells everybody with access, including the sharer, who watches [D34]. */
  #sendViewers(broadcast: SourceBroadcast): void {
    const text = JSON.stringify(viewersFrame(broadcast.source, broadcast.viewers))
    for (const connection of this.#connections) if (broadcast.mayRead(connection.user_id)) connection.sendText(text)
  }

  /** Tells somebody who starts sharing who waits for it. */
  #sendViewersToSharer(connection: Connection, state: Status['state']): void {
    const source: Source = { kind: 'screen', user_id: connection.user_id }
    if (state !== 'off') connection.send(viewersFrame(source, this.#broadcasts.get(keyOf(source))?.viewers ?? []))
  }

  async #checkAll(): Promise<void> {
    while (this.#checkAgain) {
      this.#checkAgain = false
      await Promise.all([...this.#broadcasts.values()].map(broadcast => this.#checkOne(broadcast)))
    }
    this.#checkInTime()
  }

  async #checkOne(broadcast: SourceBroadcast): Promise<void> {
    broadcast.readers = await this.#readers(broadcast.source).catch(error => {
      this.app.log.error({ err: error }, 'The access of viewers could not be checked.')
      return nobody
    })
    for (const connection of broadcast.connections) {
      if (broadcast.mayRead(connection.user_id)) continue
      this.#leave(broadcast, connection)
      connection.send({ event: 'feed_changed' })
    }
  }

  /** Checks again when the first of the grants expires. */
  #checkInTime(): void {
    this.#cancelCheck?.()
    const ends = [...this.#broadcasts.values()].flatMap(({ readers }) => readers.until ?? [])
    if (ends.length === 0) return
    const wait = Math.max(0, Math.min(...ends) - this.app.clock.now())
    this.#cancelCheck = this.app.clock.after(wait, () => this.check())
  }
}
