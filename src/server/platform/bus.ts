import { EventEmitter } from 'node:events'
import type { StoredEvent } from './events'

/**
 * What nodes tell each other. It only says that there is something new: losing a message loses nothing, because readers look
 * again by themselves.
 */
export interface Bus {
  publish(message: BusMessage): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (message: BusMessage) => void): () => void
}

export type BusMessage =
  /** The events themselves are a shortcut for those who have all up to them. */
  | { topic: 'events'; organization_id: number; events: readonly StoredEvent[] }
  | { topic: 'session_ended'; session_id: number }
  /** Their name, language or time zone. */
  | { topic: 'person_changed'; user_id: number }
  | { topic: 'member_removed'; organization_id: number; user_id: number }

/** The bus of a server that is alone. */
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
