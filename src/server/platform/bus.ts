import { EventEmitter } from 'node:events'
import type { LiveFrame } from '#shared/contract/live'
import type { PersonPresence } from '#shared/contract/presence'
import type { Audience, StoredEvent } from './events'

/**
 * Messages between nodes. A message only says that something is new, so losing one loses no data: readers also poll by
 * themselves.
 */
export interface Bus {
  publish(message: BusMessage): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: (message: BusMessage) => void): () => void
}

export type BusMessage =
  /** The events themselves are a shortcut for readers that have every event before them. */
  | { topic: 'events'; organization_id: number; events: readonly StoredEvent[] }
  | { topic: 'session_ended'; session_id: number }
  /** The person's name, language or time zone changed. */
  | { topic: 'person_changed'; user_id: number }
  /** A job was enqueued that servers can fetch now. */
  | { topic: 'job_enqueued'; name: string; startsAt: number }
  | { topic: 'member_removed'; organization_id: number; user_id: number }
  /** How somebody is present at a node, repeated while they are there. */
  | { topic: 'presence'; organization_id: number; node: string; user_id: number; state: PersonPresence['state'] }
  /**
   * Something that is true only now, for everybody of an audience but the person who caused it. Of a document's readers, for
   * those who have it open, the person's other devices too.
   */
  | { topic: 'momentary'; organization_id: number; audience: Audience; by_user_id: number | null; frame: LiveFrame }

/** The bus of a server with a single node. */
export function inProcessBus(): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    publish: message => {
      emitter.emit('news', message)
    },
    subscribe(listener) {
      emitter.on('news', listener)
      return () => emitter.off('news', listener)
    },
  }
}
