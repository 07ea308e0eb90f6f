import type { FeedFrame, FeedRequest, Frame, SharingState, Source, Viewer } from '#shared/contract/sources/endpoints'
import type { AppContext } from '../../../platform/app-context'
import type { FeedOrder, FeedPart, StoredPicture } from '../../../platform/bus'
import type { Audience } from '../../../platform/events'
import type { Readers } from '../../../platform/live/audiences'
import type { Connection } from '../../../platform/live/connection'
import { readAsSystem } from '../../../platform/run-as'
import { readersOf } from '../access-store'
import { audienceFrom } from '../audience'
import { admit } from './admission'
import { isEmptyPart, keyOf, producesPictures, statusOf, viewersOf } from './feed-parts'
import { FrameProducers } from './frame-producers'
import type { OtherNodes, PartChange } from './other-nodes'
import { discardPicture, NoPicture } from './picture'
import { type JobViewer, SourceBroadcast } from './source-broadcast'
import { ViewSessions } from './view-sessions'

const viewingOf = (source: Source, { user_id }: Connection) => `${keyOf(source)} ${user_id}`
const viewersFrame = (source: Source, users: Viewer[]): FeedFrame => ({ event: 'viewers', source, users })
/** If rights cannot be determined, nobody may watch. */
const nobody: Readers = { everyone: false, user_ids: new Set(), until: null }

/**
 * The screens and cameras of one organisation while somebody is connected to this node: who shares, who watches, who may.
 * Each node checks and records its own viewers; others learn who they are, and hand over pictures that they are to see.
 */
export class OrganizationFeed {
  readonly #producers: FrameProducers
  readonly #viewSessions: ViewSessions
  readonly #connections = new Set<Connection>()
  readonly #broadcasts = new Map<string, SourceBroadcast>()
  /** The sources that each connection asked to watch, also while its rights are being checked. */
  readonly #wishes = new Map<Connection, Set<string>>()
  #isChecking = false
  #checkAgain = false
  #cancelCheck: (() => void) | null = null
  /** Counts the changes of rights. */
  #rights = 0

  constructor(
    private readonly app: AppContext,
    readonly organization_id: number,
    private readonly others: OtherNodes,
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
      status: source => this.#statusChanged(source),
      isSharedElsewhere: source => this.#elsewhere(source).some(({ status }) => status !== null),
      changed: source => {
        if (app.bus.isShared) app.bus.publish({ topic: 'feed_changed', organization_id, source })
        return this.sourceChanged(source)
      },
      run,
    })
  }

  get isIdle(): boolean {
    return this.#connections.size === 0 && this.#broadcasts.size === 0 && this.#producers.isIdle
  }

  /** Whether somebody watches, here or at another node. */
  get isWatched(): boolean {
    return this.#broadcasts.size > 0
  }

  /** Who shares and watches at this node. */
  get parts(): FeedPart[] {
    const screens = this.#producers.sharers.map((user_id): Source => ({ kind: 'screen', user_id }))
    const sources = [...screens, ...[...this.#broadcasts.values()].map(({ source }) => source)]
    return [...new Map(sources.map(source => [keyOf(source), this.#partOf(source)])).values()].filter(
      part => !isEmptyPart(part),
    )
  }

  joined(connection: Connection): void {
    this.#connections.add(connection)
    if (this.#connections.size > 1) return
    for (const { source } of this.others.all(this.organization_id)) this.run(this.#follow(source))
  }

  /** A connection closed; `forGood` if its device does not return by itself. */
  left(connection: Connection, forGood: boolean): void {
    this.#connections.delete(connection)
    this.#wishes.delete(connection)
    for (const broadcast of [...this.#broadcasts.values()])
      if (!this.#leave(broadcast, connection)) this.#endIfOver(broadcast)
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
        this.#forwardElsewhere(connection.user_id, { event: request.event })
    }
  }

  #forwardElsewhere(user_id: number, request: FeedOrder): void {
    const { bus } = this.app
    if (bus.isShared) bus.publish({ topic: 'feed_request', organization_id: this.organization_id, user_id, request })
  }

  /** A request of somebody at another node to their computers. */
  forwardToDevices(user_id: number, request: FeedOrder): void {
    this.#producers.forwardToDevices(user_id, request)
  }

  /** Another node says something new about who shares and who watches there. */
  changedElsewhere({ source, isOfStatus }: Omit<PartChange, 'organization_id'>): void {
    const isThere = this.#elsewhere(source).some(({ status }) => status !== null && status.state !== 'reconnecting')
    if (isOfStatus && isThere && source.kind === 'screen') this.#producers.returnedElsewhere(source.user_id)
    if (isOfStatus) this.run(this.sourceChanged(source))
    this.run(this.#follow(source))
  }

  /** Shows a picture that another node stored. */
  show(picture: StoredPicture): void {
    const watched = this.#broadcasts.get(keyOf(picture.source))
    if (watched) this.run(watched.show(picture))
  }

  /** Tells the other nodes again who shares and watches here. */
  repeat(): void {
    for (const part of this.parts) this.others.tell(this.organization_id, part)
  }

  /** Tells those who may see a source that its data has changed. */
  async sourceChanged(source: Source): Promise<void> {
    if (this.#connections.size > 0) this.announceChange(audienceFrom(await this.#readers(source)))
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
    if (!this.#isChecking) this.run(this.#checkAll())
  }

  /** One picture for a job, which counts as a viewer meanwhile. Throws {@link NoPicture}. */
  async captureNow(source: Source, { job_id, name }: { job_id: number; name: string }): Promise<Frame> {
    const status = statusOf([this.#partOf(source), ...this.#elsewhere(source)])
    if (source.kind === 'screen' && status?.state !== 'sharing') throw new NoPicture('not_shared')
    const broadcast = this.#watchedAt(source, await this.#readers(source))
    const job: JobViewer = { user_id: null, job_id, name, image: null, since: this.#now() }
    broadcast.joinJob(job)
    this.#viewersChanged(broadcast)
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
    const isOwn = source.kind === 'screen' && source.user_id === connection.user_id
    const isNew = !isOwn && this.#viewSessions.isNew(viewingOf(source, connection))
    const allowed = await admit(this.app, connection, { source, isNew }).catch(error => {
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
    this.#viewersChanged(broadcast)
    this.#checkAfter(rights)
  }

  #checkAfter(rights: number): void {
    if (rights === this.#rights) this.#checkInTime()
    else this.check()
  }

  #elsewhere(source: Source): FeedPart[] {
    return this.others.of(this.organization_id, source)
  }

  /** What this node says about a source. */
  #partOf(source: Source): FeedPart {
    const watched = this.#broadcasts.get(keyOf(source))
    return {
      node: this.others.node,
      source,
      status: source.kind === 'screen' ? this.#producers.sharing(source.user_id) : null,
      viewers: watched?.viewers ?? [],
      wanted_since: watched?.wantedSince ?? null,
    }
  }

  #statusChanged(source: Source): void {
    const watched = this.#broadcasts.get(keyOf(source))
    if (watched) this.#settle(watched)
    this.others.tell(this.organization_id, this.#partOf(source))
  }

  /** Follows who watches a source at other nodes, while somebody here may have to be told of it. */
  async #follow(source: Source): Promise<void> {
    const isWatched = this.#elsewhere(source).some(({ viewers }) => viewers.length > 0)
    if (!this.#broadcasts.has(keyOf(source)) && isWatched && this.#connections.size > 0) {
      const rights = this.#rights
      const readers = await this.#readers(source)
      if (this.#connections.size === 0) return
      this.#watchedAt(source, readers)
      this.#checkAfter(rights)
    }
    const watched = this.#broadcasts.get(keyOf(source))
    if (!watched) return
    this.#settle(watched)
    this.#sendViewers(watched)
    this.#endIfOver(watched)
  }

  /** Has the pictures of a source taken here, if they are wanted anywhere and no other node is to take them. */
  #settle(broadcast: SourceBroadcast): void {
    const [own, others] = [this.#partOf(broadcast.source), this.#elsewhere(broadcast.source)]
    const isWanted = [own, ...others].some(({ wanted_since }) => wanted_since !== null)
    broadcast.produce(isWanted && producesPictures(own, others))
  }

  /** Forgets a source that nobody watches, or whose viewers at other nodes concern nobody here. */
  #endIfOver(broadcast: SourceBroadcast): void {
    const { source, isEmpty } = broadcast
    const isOfOthers = this.#elsewhere(source).some(({ viewers }) => viewers.length > 0)
    if (!isEmpty || (isOfOthers && this.#connections.size > 0)) return
    broadcast.produce(false)
    if (this.#broadcasts.get(keyOf(source)) === broadcast) this.#broadcasts.delete(keyOf(source))
  }

  #viewersChanged(broadcast: SourceBroadcast): void {
    this.#settle(broadcast)
    this.#sendViewers(broadcast)
    this.others.tell(this.organization_id, this.#partOf(broadcast.source))
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
      new SourceBroadcast(this.app, this.organization_id, source, {
        producer: () => this.#producers.of(source),
        stored: picture => this.#handOver(picture),
      })
    broadcast.readers = readers
    this.#broadcasts.set(key, broadcast)
    return broadcast
  }

  /** Gives a picture to the other nodes if somebody watches there. */
  #handOver(picture: StoredPicture): void {
    const { organization_id } = this
    if (this.#elsewhere(picture.source).some(({ viewers }) => viewers.length > 0))
      this.app.bus.publish({ topic: 'feed_picture', organization_id, picture })
  }

  /** Returns whether they were watching. */
  #leave(broadcast: SourceBroadcast, connection: Connection): boolean {
    if (!broadcast.leave(connection)) return false
    this.#wishes.get(connection)?.delete(keyOf(broadcast.source))
    const isStillThere = broadcast.connections.some(viewer => viewer.user_id === connection.user_id)
    if (!isStillThere) this.#viewSessions.end(viewingOf(broadcast.source, connection))
    this.#afterLeaving(broadcast)
    return true
  }

  #afterLeaving(broadcast: SourceBroadcast): void {
    this.#viewersChanged(broadcast)
    this.#endIfOver(broadcast)
  }

  /** Tells everybody with access, including the sharer, who watches [D34]. */
  #sendViewers(broadcast: SourceBroadcast): void {
    const text = JSON.stringify(viewersFrame(broadcast.source, this.#viewersOf(broadcast.source)))
    for (const connection of this.#connections) if (broadcast.mayRead(connection.user_id)) connection.sendText(text)
  }

  /** Tells somebody who starts sharing who waits for it. */
  #sendViewersToSharer(connection: Connection, state: SharingState): void {
    const source: Source = { kind: 'screen', user_id: connection.user_id }
    if (state !== 'off') connection.send(viewersFrame(source, this.#viewersOf(source)))
  }

  #viewersOf(source: Source): Viewer[] {
    return viewersOf([this.#partOf(source), ...this.#elsewhere(source)])
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true
    try {
      while (this.#checkAgain) {
        this.#checkAgain = false
        await Promise.all([...this.#broadcasts.values()].map(broadcast => this.#checkOne(broadcast)))
      }
      this.#checkInTime()
    } finally {
      // In the same step as the last look at #checkAgain, so that no call is missed in between.
      this.#isChecking = false
    }
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
