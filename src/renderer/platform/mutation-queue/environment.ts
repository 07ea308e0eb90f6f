import type { Clock } from '../clock'
import type { Mutation } from './mutation'

/** Keeps mutations on this device. Everything rejects where there is no room or no storage. */
export interface MutationStorage {
  of(account: string): Promise<unknown[]>
  get(id: string): Promise<unknown>
  put(mutation: Mutation): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * Keeps the mutations of the current account for as long as the storage does not have them: for the moments of writing, or where it has no
 * room. It writes at once, so that nothing is lost between the person's click and the storage.
 */
export interface Journal {
  all(): unknown[]
  write(mutation: Mutation): void
  erase(id: string): void
  /** Notes whether there is anything at all, so that the next page knows without opening the storage. */
  mark(isAny: boolean): void
}

/** What the queue needs from its surroundings, so that tests can replace it. */
export interface QueueEnvironment {
  clock: Clock
  storage: MutationStorage
  journal: Journal
  /** The person and workspace of the moment; null for nobody. */
  account(): string | null
  isOnline(): boolean
  newId(): string
  /** Runs a task while no other tab runs one under the same name. */
  exclusively(name: string, task: () => Promise<void>): Promise<void>
  /** Tells the other tabs that a mutation changed or is gone. */
  announce(id: string): void
  onAnnounced(changed: (id: string) => void): void
  /** Calls back when the network or the server may be back. */
  onReconnect(reconnect: () => void): void
  onAccountChange(changed: () => void): void
}
