import { closeCodes, LiveRequest, type OrgEvent } from '#shared/contract/live'
import { eventRetention } from '#shared/limits'
import type { AppContext } from '../app-context'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { type Audience, eventRange, eventsAfter, type StoredEvent } from '../events'
import { changesMembership, type Membership } from '../identity'
import { atMostOnceAMinute } from '../log'
import type { Connection } from './connection'
import { FairQueue } from './fair-queue'
import type { SocketKind } from './sockets'

/** Who may read something right now, and until when that is sure (milliseconds; null: until an event says otherwise). */
export interface Readers {
  everyone: boolean
  user_ids: ReadonlySet<number>
  until: number | null
}

/** What the hub asks features. */
export interface HubQuestions {
  readersOf(tx: Tx, organization_id: number, doc_id: number, now: string): Promise<Readers>
  membershipOf(tx: Tx, organization_id: number, user_id: number): Promise<Membership | null>
}

/** Events read at once from the log: by all who listen, and by one who was away. */
const batch = 500
const missedBatch = 100
/** Characters of the frames of one page of what was missed: so much may wait in memory for each client. */
const missedAtOnce = 256_000
/** How many who were away are read for at once, in turns by person: the others' calls need the database too. */
const catchingUpAtOnce = 2
/** How often an organisation's log is looked at without being told, because the bus may lose what it says. */
const lookAgain = 15_000
/** Whether others may read a document after an event. */
const changesRights = (event: OrgEvent) => changesMembership(event) || changesReaders(event)
/** Whether others may read the one document that an event is about. */
const changesReaders = (event: OrgEvent) =>
  event.kind === 'document.access_changed' || event.kind === 'document.deleted' || event.kind === 'document.restored'

interface Channel {
  organization_id: number
  /**
   * Each connection is silent until its client says where it is; then it gets what it missed, as fast as it reads; then it is live.
   */
  connections: Map<Connection, 'silent' | 'catching up' | 'live'>
  /** Where the channel is in the log; set once the first reading is done. */
  seq: number
  /** The reading that is under way, and whether there is news since it began. */
  reading: Promise<void> | null
  again: boolean
  readers: Map<number, Readers>
  /** Counts the events that may have changed rights. */
  rights: number
}

/**
 * Reads the event log of each organisation that somebody is connected to, once for all of them, and hands every event to those
 * who may know of it, in the order of `seq`. A client that was away names the last `seq` it has and gets the rest first.
 */
export class Hub implements SocketKind<LiveRequest> {
  readonly path = '/sockets/chat'
  readonly name = 'chat'
  readonly requests = LiveRequest
  readonly #channels = new Map<number, Channel>()
  readonly #catchingUp = new FairQueue(catchingUpAtOnce)
  readonly #failures: (error: unknown) => void
  readonly #endings: (() => void)[]

  constructor(
    private readonly app: AppContext,
    private readonly questions: HubQuestions,
  ) {
    this.#failures = atMostOnceAMinute(app.clock, (error, times) =>
      app.log.error({ err: error, times }, 'Events could not be read for a socket.'),
    )
    this.#endings = [
      app.bus.subscribe(message => {
        if (message.topic === 'events') this.#hear(message.organization_id, message.events)
      }),
      app.clock.every(lookAgain, () => {
        for (const organization_id of this.#channels.keys()) this.#look(organization_id)
      }),
    ]
  }

  close(): void {
    for (const end of this.#endings) end()
  }

  opened(connection: Connection): void {
    const channel = this.#channels.get(connection.organization_id) ?? this.#newChannel(connection.organization_id)
    channel.connections.set(connection, 'silent')
    this.#ready(channel, connection).catch(error => this.#failed(error, connection))
  }

  received(connection: Connection, { last_seq }: LiveRequest): void {
    const channel = this.#channels.get(connection.organization_id)
    if (!channel) return
    if (!connection.resumed()) {
      connection.close(closeCodes.tooFast)
      return
    }
    if (channel.connections.get(connection) === 'catching up') return
    this.#catchUp(channel, connection, last_seq).catch(error => this.#failed(error, connection))
  }

  closed(connection: Connection): void {
    const channel = this.#channels.get(connection.organization_id)
    if (!channel) return
    channel.connections.delete(connection)
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
      seq: -1,
      reading: null,
      again: false,
      readers: new Map(),
      rights: 0,
    }
    this.#channels.set(organization_id, channel)
    channel.reading = this.#read(organization_id, async tx => {
      channel.seq = (await eventRange(tx, organization_id)).newest
    }).finally(() => {
      channel.reading = null
      if (channel.again) this.#look(organization_id)
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
   * Hands out what a client missed, a page at a time: each page is read in a transaction of its own, and the next one only once the
   * client has read this one. It is live from the moment in which it has all that the others have.
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

  /** The frames of the next events behind `seen` that are for this person, and how far they reach. `lost` when the log begins later. */
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
      const events = await eventsAfter(tx, organization_id, seen, Math.min(missedBatch, until - seen))
      const frames: string[] = []
      let length = 0
      for (const event of events) {
        if (!(await this.#mayKnow(tx, channel, event.audience, connection))) continue
        const frame = frameOf(event)
        frames.push(frame)
        length += frame.length
        if (length > missedAtOnce) return { seq: event.seq, frames }
      }
      // Without a full page there is nothing more up to there.
      return { seq: events.length < missedBatch ? until : (events.at(-1)?.seq ?? until), frames }
    })
  }

  #hear(organization_id: number, events: readonly StoredEvent[]): void {
    const channel = this.#channels.get(organization_id)
    if (channel && !this.#deliverAtOnce(channel, events)) this.#look(organization_id)
  }

  /**
   * Hands out events without reading them from the log: when they follow right on what was handed out, change no rights, and it is
   * known who may know of them. Answers whether it did.
   */
  #deliverAtOnce(channel: Channel, events: readonly StoredEvent[]): boolean {
    if (channel.reading !== null || events[0]?.seq !== channel.seq + 1) return false
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

  /** Reads on from where the channel is; news that come meanwhile lead to one more reading, not to one each. */
  #look(organization_id: number): void {
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
        if (channel.again) this.#look(organization_id)
      })
  }

  #deliverNew(channel: Channel): Promise<void> {
    const { organization_id } = channel
    const next = (tx: Tx) => eventsAfter(tx, organization_id, channel.seq, batch)
    // The first reading goes out with the opening: everybody who listens waits for it.
    return inTransaction(this.app.pool, { readOnly: true, organization_id, opening: next }, async (tx, first) => {
      for (let events = first; ; events = await next(tx)) {
        for (const event of events) {
          await this.#noteRights(tx, channel, event.event)
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
    for (const [connection, state] of channel.connections) {
      if (state !== 'live' || !mayKnow(event.audience, readers, connection)) continue
      delivered += 1
      connection.sendText(bytes)
    }
    this.app.metrics.events.inc(delivered)
  }

  async #mayKnow(tx: Tx, channel: Channel, audience: Audience, connection: Connection): Promise<boolean> {
    return mayKnow(audience, await this.#readersFor(tx, channel, audience), connection)
  }

  async #readersFor(tx: Tx, channel: Channel, audience: Audience): Promise<Readers | null> {
    return audience.to === 'document' ? await this.#readers(tx, channel, audience.doc_id) : null
  }

  /** Who may read a document, where that is known and still holds. */
  #known(channel: Channel, doc_id: number): Readers | undefined {
    const known = channel.readers.get(doc_id)
    return known && (known.until === null || known.until > this.app.clock.now()) ? known : undefined
  }

  async #readers(tx: Tx, channel: Channel, doc_id: number): Promise<Readers> {
    const known = this.#known(channel, doc_id)
    if (known) return known
    const now = this.app.clock.now()
    const { rights } = channel
    const readers = await this.questions.readersOf(tx, channel.organization_id, doc_id, new Date(now).toISOString())
    // Rights that changed while this was asked may be missing in the answer: it is good for now and not kept.
    if (rights === channel.rights) channel.readers.set(doc_id, readers)
    return readers
  }

  /** Drops what is known of rights when an event may have changed them, before that event and later ones are handed out. */
  async #noteRights(tx: Tx, channel: Channel, event: OrgEvent): Promise<void> {
    if (!changesRights(event)) return
    channel.rights += 1
    if (changesReaders(event)) channel.readers.delete(event.doc_id)
    else channel.readers.clear()
    if (!('user_id' in event)) return
    for (const connection of channel.connections.keys()) {
      if (connection.user_id !== event.user_id) continue
      const membership = await this.questions.membershipOf(tx, channel.organization_id, event.user_id)
      if (membership) connection.membership = membership
      else connection.close(closeCodes.notMember)
    }
  }
}

function mayKnow(audience: Audience, readers: Readers | null, connection: Connection): boolean {
  switch (audience.to) {
    case 'organisation':
      return true
    case 'users':
      return audience.user_ids.includes(connection.user_id)
    case 'managers':
      return connection.membership.org_role !== 'member'
    case 'document':
      return readers !== null && (readers.everyone || readers.user_ids.has(connection.user_id))
  }
}

function frameOf({ seq, actor_id, at, event }: StoredEvent): string {
  return JSON.stringify({ event: 'event', seq, actor_id, at, change: event })
}

/** Removes events that no client may resume from any more. Runs as the owner of the database, over all organisations. */
export async function forgetOldEvents(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('at', '<', new Date(now - eventRetention).toISOString())
    .execute()
}
