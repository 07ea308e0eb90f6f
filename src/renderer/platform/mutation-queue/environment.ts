import type { Clock } from '../clock'
import type { Mutation } from './mutation'

/** Stores mutations on this device. Every method rejects where there is no room or no storage. */
export interface MutationStorage {
  of(account: string): Promise<unknown[]>
  get(id: string): Promise<unknown>
  put(mutation: Mutation): Promise<void>
  /** Stores what `change` makes of a stored mutation, or of undefined. No tab writes in between. */
  amend(id: string, change: (stored: unknown) => Mutation | null): Promise<void>
  /** Removes a mutation and its parts. */
  remove(id: string): Promise<void>
  /** Stores large bytes that a stored mutation sends. They are written once, whatever happens to the mutation. */
  putPart(id: string, part: number, bytes: ArrayBuffer): Promise<void>
  part(id: string, part: number): Promise<ArrayBuffer | undefined>
  /** Frees the space of bytes that have arrived. */
  dropParts(id: string): Promise<void>
}

/**
 * Holds the mutations of the current account while the storage does not have them: during a write, or when it has no
 * room. It writes synchronously, so that nothing is lost between the person's click and the storage.
 */
export interface Journal {
  all(): unknown[]
  write(mutation: Mutation): void
  erase(id: string): void
  /** Records whether there are mutations at all, so that the next page knows without opening the storage. */
  mark(isAny: boolean): void
}

/** What the queue needs from its surroundings, so that tests can replace it. */
export interface QueueEnvironment {
  clock: Clock
  storage: MutationStorage
  journal: Journal
  /** The current person and workspace; null for nobody. */
  account(): string | null
  isOnline(): boolean
  newId(): string
  /** Runs a task while no other tab runs one with the same name. */
  exclusively(name: string, task: () => Promise<void>): Promise<void>
  /** Tells the other tabs that a mutation was changed or removed. */
  announce(id: string): void
  onAnnounced(changed: (id: string) => void): void
  /** Calls back when the network or the server may be back. */
  onReconnect(reconnect: () => void): void
  onAccountChange(changed: () => void): void
}
