import { EventEmitter } from 'node:events'
import type { LiveFrame } from '#shared/contract/live'
import type { MateFrame } from '#shared/contract/mate/endpoints'
import type { PersonPresence } from '#shared/contract/presence'
import type { FeedRequest, SharingState, Source, Viewer } from '#shared/contract/sources/endpoints'
import type { Clock } from './clock'
import type { Audience, StoredEvent } from './events'

/**
 * Messages between nodes. A message only says that something is new, so losing one loses no data: readers also poll by
 * themselves.
 */
export interface Bus {
  /** Whether there are other nodes. */
  readonly isShared: boolean
  /** False while messages of this node do not reach the others, nor theirs this one. */
  readonly isConnected: boolean
  /** The listeners of this node are called before it returns. */
  publish(message: BusMessage): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: BusListener): () => void
  close(): Promise<void>
}

/** `isOwn` if this node published the message. */
export type BusListener = (message: BusMessage, isOwn: boolean) => void

/** What one node says about a screen or camera: whether it is shared at a computer there, and who watches there. */
export interface FeedPart {
  node: string
  source: Source
  /** Null while no computer at this node shares the screen; always null for a camera. */
  status: ScreenStatus | null
  viewers: readonly Viewer[]
  /** Since when pictures are wanted there, as an ISO instant; null while none are. */
  wanted_since: string | null
}

/** The public state of a screen. */
export interface ScreenStatus {
  state: SharingState
  since: string | null
  what: string | null
}

/** A picture that one node has stored, and that others show. Its bytes are in the object store, never on the bus. */
export interface StoredPicture {
  id: string
  source: Source
  object_key: string
  taken_at: string
}

/** How often a node reads by itself what others changed while the bus does not reach them, in milliseconds [D41]. */
const cutOffInterval = 1_000
/** The same while it does, because it may lose messages. */
const anywayInterval = 15_000

/**
 * Runs `work` whenever this node may have missed messages: every second while it is cut off, once it no longer is, and
 * every 15 seconds anyway. A server alone misses nothing. Returns the function that ends this.
 */
export function whenMissed({ bus, clock }: { bus: Bus; clock: Clock }, work: () => void): () => void {
  if (!bus.isShared) return () => {}
  const endings = [
    clock.every(anywayInterval, work),
    clock.every(cutOffInterval, () => {
      if (!bus.isConnected) work()
    }),
    bus.subscribe(message => {
      if (message.topic === 'connected') work()
    }),
  ]
  return () => {
    for (const end of endings) end()
  }
}

export type BusMessage =
  /** This node reaches the others from now on, and may have missed messages; never sent to them. */
  | { topic: 'connected' }
  /** The events themselves are a shortcut for readers that have every event before them. */
  | { topic: 'events'; organization_id: number; events: readonly StoredEvent[] }
  | { topic: 'session_ended'; session_id: number }
  /** The person's name, language or time zone changed. */
  | { topic: 'person_changed'; user_id: number }
  /** A job was enqueued that servers can fetch now. */
  | { topic: 'job_enqueued'; name: string; startsAt: number }
  | { topic: 'member_removed'; organization_id: number; user_id: number }
  /** Every node repeats who is present there, because a node has come. */
  | { topic: 'presence_wanted' }
  /** How somebody is present at a node, repeated while they are there. */
  | { topic: 'presence'; organization_id: number; node: string; user_id: number; state: PersonPresence['state'] }
  /**
   * Something that is true only now, for everybody of an audience but the person who caused it. Of a document's readers, for
   * those who have it open, the person's other devices too.
   */
  | { topic: 'momentary'; organization_id: number; audience: Audience; by_user_id: number | null; frame: LiveFrame }
  /** Part of an answer of Mate, for the sockets of the person who asked. */
  | { topic: 'answer'; organization_id: number; user_id: number; frame: MateFrame }
  /** The person wants no more of an answer. */
  | { topic: 'answer_stopped'; organization_id: number; user_id: number; message_id: number }
  /** Who shares and watches a source at a node; repeated while somebody does. */
  | { topic: 'feed'; organization_id: number; part: FeedPart }
  /** Every node repeats who shares and watches there, because a node has come. */
  | { topic: 'feed_asked' }
  /** A picture of a source that somebody watches at another node. */
  | { topic: 'feed_picture'; organization_id: number; picture: StoredPicture }
  /** Something changed that the page of a source shows. */
  | { topic: 'feed_changed'; organization_id: number; source: Source }
  /** What somebody asks their computers to do, which are connected to other nodes. */
  | { topic: 'feed_request'; organization_id: number; user_id: number; request: FeedOrder }

/** What a person's devices ask their computers that share. */
export type FeedOrder = Extract<FeedRequest, { event: 'stop_sharing' | 'pause_sharing' | 'resume_sharing' }>

/** The bus of a server with a single node. */
export function inProcessBus(): Bus {
  const listeners = new BusListeners()
  return {
    isShared: false,
    isConnected: true,
    publish: message => listeners.tell(message, true),
    subscribe: listener => listeners.add(listener),
    close: async () => {},
  }
}

/** The listeners of one node. */
export class BusListeners {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  add(listener: BusListener): () => void {
    this.#emitter.on('news', listener)
    return () => this.#emitter.off('news', listener)
  }

  tell(message: BusMessage, isOwn: boolean): void {
    this.#emitter.emit('news', message, isOwn)
  }
}
