import type { OrgEvent } from '#shared/contract/events'
import { closeCodes, LiveRequest } from '#shared/contract/live'
import type { AppContext } from '../app-context'
import { type BusMessage, whenMissed } from '../bus'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { type Audience, eventRange, eventsAfter, type StoredEvent } from '../events'
import { changesMembership, type StoredMembership, underPlan } from '../identity'
import { atMostOnceAMinute } from '../log'
import { type ConnectionState, mayReceive, possibleReaders, type Readers, type Reading } from './audiences'
import type { Connection } from './connection'
import { FairQueue } from './fair-queue'
import { OpenPages } from './open-pages'
import { Presence, type PresencePorts } from './presence'
import type { SocketCalls } from './socket-calls'
import type { SocketKind } from './sockets'

/** What the hub needs to know from features. */
export interface HubPorts extends PresencePorts {
  /** Of these documents, those that a member may read. */
  readableAmong(tx: Tx, reading: Reading, doc_ids: readonly number[]): Promise<ReadonlySet<number>>
  readersOf(tx: Tx, organization_id: number, doc_id: number, now: string): Promise<Readers>
  membershipOf(tx: Tx, organization_id: number, user_id: number): Promise<StoredMembership | null>
}

/** Events read at once from the log, both for all listeners and for one client that was away. */
const batch = 500
const catchUpBatch = 100
/** Characters of the frames of one page of missed events; this much may be held in memory for each client. */
const catchUpPageLength = 256_000
/** How many clients may catch up at once, in turns by person, because calls need the database too. */
const catchingUpAtOnce = 2
/** Documents of an organisation whose readers are remembered. */
const rememberedDocuments = 1_000
/** How often an organisation's log is read without a message, because the bus may lose messages. */
const pollInterval = 15_000
/** Whether an event may change who may read a document. */
const changesRights = (event: OrgEvent) => changesMembership(event) || changesReaders(event)
/** Whether an event may change who may read the one document it is about. */
const changesReaders = (event: OrgEvent) =>
  event.kind === 'document.access_changed' || event.kind === 'document.deleted' || event.kind === 'document.restored'

interface Channel {
  organization_id: number
  /**
   * A connection is silent until its client says where to resume. It then catches up at its own speed, and is live
   * afterwards.
   */
  connections: Map<Connection, ConnectionState>
  /** The same by person, because most events are for a few people. */
  ofPerson: Map<number, Set<Connection>>
  /** The position of the channel in the log; set by the first read. */
  seq: number
  /** The running read, and whether new events were announced since it began. */
  reading: Promise<void> | null
  again: boolean
  readers: Map<number, Readers>
}

/**
 * Reads the event log of each organisation with connections, once for all of them, and delivers every event in the
 * order of `seq` to everybody who may know of it. A client that was away names the last `seq` it has and first receives
 * the rest.
 */
export class Hub implements SocketKind<LiveRequest> {
  readonly path = '/sockets/chat'
  readonly name = 'chat'
  readonly requests = LiveRequest
  readonly #channels = new Map<number, Channel>()
  readonly #catchingUp = new FairQueue(catchingUpAtOnce)
  readonly #failures: (error: unknown) => void
  readonly #presence: Presence
  readonly #pages: OpenPages
  readonly #endings: (() => void)[]

  constructor(
    private readonly app: AppContext,
    private readonly questions: HubPorts,
    private readonly calls: Pick<SocketCalls, 'received'>,
  ) {
    this.#failures = atMostOnceAMinute(app.clock, (error, times) =>
      app.log.error({ err: error, times }, 'Events could not be read for a socket.'),
    )
    this.#presence = new Presence(app, questions)
    this.#pages = new OpenPages({
      readers: (organization_id, doc_id) => this.#readersNow(organization_id, doc_id),
      publish: (organization_id, frame) =>
        app.bus.publish({
          ...{ topic: 'momentary', organization_id, by_user_id: null, frame },
          audience: { to: 'document', doc_id: frame.doc_id },
        }),
      failed: this.#failures,
    })
    this.#endings = [
      () => this.#presence.close(),
      app.bus.subscribe(message => {
        if (message.topic === 'events') this.#onMessage(message.organization_id, message.events)
        else if (message.topic === 'momentary') this.#passOn(message)
      }),
      app.clock.every(pollInterval, () => this.#pollAll()),
      whenMissed(app, () => this.#pollAll()),
    ]
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  opened(connection: Connection): void {
    const channel = this.#channels.get(connection.organization_id) ?? this.#newChannel(connection.organization_id)
    channel.connections.set(connection, 'silent')
    const own = channel.ofPerson.get(connection.user_id) ?? new Set()
    channel.ofPerson.set(connection.user_id, own.add(connection))
    this.#presence.opened(connection)
    this.#ready(channel, connection).catch(error => this.#failed(error, connection))
  }

  isCall({ event }: LiveRequest): boolean {
    return event === 'call'
  }

  received(connection: Connection, request: LiveRequest): void {
    if (request.event === 'resume') this.#resume(connection, request.last_seq)
    else if (request.event === 'call') this.calls.received(connection, request).catch(this.#failures)
    else if (request.event === 'pages' || request.event === 'caret') this.#pages.received(connection, request)
    else this.#presence.received(connection, request)
  }

  #resume(connection: Connection, last_seq: number): void {
    const channel = this.#channels.get(connection.organization_id)
    if (!channel) return
    if (!connection.countResume()) {
      connection.close(closeCodes.tooFast)
      return
    }
    if (channel.connections.get(connection) === 'catching up') return
    this.#catchUp(channel, connection, last_seq).catch(error => this.#failed(error, connection))
  }

  closed(connection: Connection): void {
    this.#presence.closed(connection)
    this.#pages.closed(connection)
    const channel = this.#channels.get(connection.organization_id)
    if (!channel) return
    channel.connections.delete(connection)
    const own = channel.ofPerson.get(connection.user_id)
    own?.delete(connection)
    if (own?.size === 0) channel.ofPerson.delete(connection.user_id)
    if (channel.connections.size === 0) this.#channels.delete(connection.organization_id)
  }

  #failed(error: unknown, connection: Connection): void {
    this.#failures(error)
    connection.terminate()
  }

  #newChannel(organization_id: number): Channel {
    const channel: Channel = {
      organization_id,
      connections: new Map(),
      ofPerson: new Map(),
      seq: -1,
      reading: null,
      again: false,
      readers: new Map(),
    }
    this.#channels.set(organization_id, channel)
    channel.reading = this.#read(organization_id, async tx => {
      channel.seq = (await eventRange(tx, organization_id)).newest
    }).finally(() => {
      channel.reading = null
      if (channel.again) this.#poll(organization_id)
    })
    return channel
  }

  #read<T>(organization_id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(this.app.pool, { readOnly: true, organization_id }, work)
  }

  async #ready(channel: Channel, connection: Connection): Promise<void> {
    if (channel.seq < 0) await channel.reading
    if (channel.seq < 0) throw new Error('The event log could not be read.')
    connection.send({ event: 'ready', seq: channel.seq })
  }

  /**
   * Delivers missed events page by page. Each page is read in a transaction of its own, and the next one only once the
   * client has read this one. The connection goes live as soon as it has everything the others have.
   */
  async #catchUp(channel: Channel, connection: Connection, last_seq: number): Promise<void> {
    if (channel.seq < 0) await channel.reading
    channel.connections.set(connection, 'catching up')
    let seen = last_seq
    for (let isFirst = true; ; isFirst = false) {
      const page = await this.#catchingUp.run(`${connection.organization_id} ${connection.user_id}`, () =>
        this.#missed(channel, connection, seen, isFirst),
      )
      if (!channel.connections.has(connection)) return
      if (page === 'lost') {
        seen = channel.seq
        connection.send({ event: 'resync', seq: seen })
      } else {
        seen = page.seq
        await connection.sendPaced(page.frames)
      }
      if (!channel.connections.has(connection)) return
      if (seen >= channel.seq) break
    }
    channel.connections.set(connection, 'live')
  }

  /**
   * Frames of the next events after `seen` that are for this person, and the `seq` they reach. `lost` if the log begins
   * later.
   */
  #missed(
    channel: Channel,
    connection: Connection,
    seen: number,
    isFirst: boolean,
  ): Promise<{ seq: number; frames: string[] } | 'lost'> {
    const { organization_id, seq: until } = channel
    return this.#read(organization_id, async tx => {
      if (isFirst) {
        const { oldest } = await eventRange(tx, organization_id)
        if (seen > until || seen + 1 < oldest) return 'lost'
      }
      const events = await eventsAfter(tx, organization_id, seen, Math.min(catchUpBatch, until - seen))
      const doc_ids = [
        ...new Set(events.flatMap(({ audience }) => (audience.to === 'document' ? audience.doc_id : []))),
      ]
      const now = new Date(this.app.clock.now()).toISOString()
      const reading = { organization_id, user_id: connection.user_id, now }
      const readable = await this.questions.readableAmong(tx, reading, doc_ids)
      const frames: string[] = []
      let length = 0
      for (const event of events) {
        if (!mayReceive(event.audience, connection, doc_id => readable.has(doc_id))) continue
        const frame = frameOf(event)
        frames.push(frame)
        length += frame.length
        if (length > catchUpPageLength) return { seq: event.seq, frames }
      }
      // A page that is not full means that there is nothing more up to that point.
      return { seq: events.length < catchUpBatch ? until : (events.at(-1)?.seq ?? until), frames }
    })
  }

  #onMessage(organization_id: number, events: readonly StoredEvent[]): void {
    const channel = this.#channels.get(organization_id)
    if (channel && !this.#deliverAtOnce(channel, events)) this.#poll(organization_id)
  }

  /**
   * Delivers events without reading the log, if they directly follow the delivered ones, change no rights, and their
   * readers are known. Returns whether it did, or had delivered all of them before.
   */
  #deliverAtOnce(channel: Channel, events: readonly StoredEvent[]): boolean {
    if (channel.reading !== null) return false
    const last = events.at(-1)
    // Another node's message may come after this one has read the log for a later event.
    if (last && last.seq <= channel.seq) return true
    if (events[0]?.seq !== channel.seq + 1) return false
    const known = events.map(({ audience }) =>
      audience.to === 'document' ? this.#known(channel, audience.doc_id) : null,
    )
    const mustAsk = events.some(
      ({ event, audience }, index) => changesRights(event) || (audience.to === 'document' && !known[index]),
    )
    if (mustAsk) return false
    for (const [index, event] of events.entries()) {
      this.#deliver(channel, event, known[index] ?? null)
      channel.seq = event.seq
    }
    return true
  }

  /** Sends what is not in the log to those who are connected now. */
  #passOn({ organization_id, audience, by_user_id, frame }: Extract<BusMessage, { topic: 'momentary' }>): void {
    if (frame.event === 'page' || frame.event === 'caret') {
      this.#pages.passOn(organization_id, frame)
      return
    }
    const bytes = Buffer.from(JSON.stringify(frame))
    const channel = this.#channels.get(organization_id)
    for (const [connection, state] of channel ? possibleReaders(channel, audience) : []) {
      const isOther = connection.user_id !== by_user_id
      // No other such message is for the readers of a document.
      if (state === 'live' && isOther && mayReceive(audience, connection, () => false)) connection.sendText(bytes)
    }
  }

  #pollAll(): void {
    for (const organization_id of this.#channels.keys()) this.#poll(organization_id)
  }

  /** Reads on from the position of the channel. Messages that arrive meanwhile cause one more read, not one each. */
  #poll(organization_id: number): void {
    const channel = this.#channels.get(organization_id)
    if (!channel) return
    if (channel.reading !== null) {
      channel.again = true
      return
    }
    channel.again = false
    channel.reading = this.#deliverNew(channel)
      .catch(error => this.app.log.error({ err: error }, 'The event log could not be read.'))
      .finally(() => {
        channel.reading = null
        if (channel.again) this.#poll(organization_id)
      })
  }

  #deliverNew(channel: Channel): Promise<void> {
    const { organization_id } = channel
    const next = (tx: Tx) => eventsAfter(tx, organization_id, channel.seq, batch)
    // The first read is sent with the opening, because every listener waits for it.
    return inTransaction(this.app.pool, { readOnly: true, organization_id, opening: next }, async (tx, first) => {
      for (let events = first; ; events = await next(tx)) {
        for (const event of events) {
          await this.#applyRights(tx, channel, event.event)
          this.#deliver(channel, event, await this.#readersFor(tx, channel, event.audience))
          channel.seq = event.seq
        }
        if (events.length < batch) return
      }
    })
  }

  #deliver(channel: Channel, event: StoredEvent, readers: Readers | null): void {
    const bytes = Buffer.from(frameOf(event))
    let delivered = 0
    for (const [connection, state] of possibleReaders(channel, event.audience)) {
      const isReader = () => readers !== null && (readers.everyone || readers.user_ids.has(connection.user_id))
      if (state !== 'live' || !mayReceive(event.audience, connection, isReader)) continue
      delivered += 1
      connection.sendText(bytes)
    }
    this.app.metrics.events.inc(delivered)
  }

  async #readersFor(tx: Tx, channel: Channel, audience: Audience): Promise<Readers | null> {
    return audience.to === 'document' ? await this.#readers(tx, channel, audience.doc_id) : null
  }

  /** The readers of a document, if they are known and still valid. */
  #known(channel: Channel, doc_id: number): Readers | undefined {
    const known = channel.readers.get(doc_id)
    return known && (known.until === null || known.until > this.app.clock.now()) ? known : undefined
  }

  async #readers(tx: Tx, channel: Channel, doc_id: number): Promise<Readers> {
    const known = this.#known(channel, doc_id)
    if (known) return known
    const now = new Date(this.app.clock.now()).toISOString()
    const readers = await this.questions.readersOf(tx, channel.organization_id, doc_id, now)
    const [oldest] = channel.readers.keys()
    if (channel.readers.size >= rememberedDocuments && oldest !== undefined) channel.readers.delete(oldest)
    channel.readers.set(doc_id, readers)
    return readers
  }

  #readersNow(organization_id: number, doc_id: number): Readers | null | Promise<Readers> {
    const channel = this.#channels.get(organization_id)
    if (!channel) return null
    return this.#known(channel, doc_id) ?? this.#read(organization_id, tx => this.#readers(tx, channel, doc_id))
  }

  /** Drops cached rights when an event may have changed them, before that event and later ones are delivered. */
  async #applyRights(tx: Tx, channel: Channel, event: OrgEvent): Promise<void> {
    if (!changesRights(event)) return
    if (changesReaders(event)) channel.readers.delete(event.doc_id)
    else channel.readers.clear()
    if (!('user_id' in event)) return
    // The node that removed somebody may be unable to say so to the other sockets of this node.
    if (event.kind === 'member.removed' && !this.app.bus.isConnected) {
      const { organization_id } = channel
      this.app.bus.publish({ topic: 'member_removed', organization_id, user_id: event.user_id })
    }
    for (const connection of channel.connections.keys()) {
      if (connection.user_id !== event.user_id) continue
      const membership = await this.questions.membershipOf(tx, channel.organization_id, event.user_id)
      if (membership) connection.membership = underPlan(this.app.settings, membership)
      else connection.close(closeCodes.notMember)
    }
  }
}

function frameOf({ seq, actor_id, at, event }: StoredEvent): string {
  return JSON.stringify({ event: 'event', seq, actor_id, at, change: event })
}
