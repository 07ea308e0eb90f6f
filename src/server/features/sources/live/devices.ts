import type { SharingState } from '#shared/contract/sources/endpoints'
import type { Connection } from '../../../platform/live/connection'

interface Device {
  /** Null once its connection was lost. */
  connection: Connection | null
  state: SharingState
  what: string | null
}

/** The states that count, in order of precedence if devices differ. */
export const shownFirst = ['sharing', 'paused', 'reconnecting'] as const

/** The computers of one person that capture or may resume, in the order in which they last reported. */
export class Devices {
  #known: readonly Device[] = []

  /** A report of a device means that a disconnected one has returned, or counts as lost. */
  say(connection: Connection, state: SharingState, what: string | null): void {
    const others = this.#known.filter(device => device.connection !== connection && device.connection !== null)
    this.#known = state === 'off' ? others : [...others, { connection, state, what }]
  }

  /** Returns whether the device may return. */
  lost(connection: Connection, forGood: boolean): boolean {
    const device = this.#known.find(candidate => candidate.connection === connection)
    const others = this.#known.filter(other => other !== device)
    const mayReturn = device !== undefined && !forGood
    this.#known = mayReturn ? [...others, { ...device, connection: null, state: 'reconnecting' }] : others
    return mayReturn
  }

  removeLost(): void {
    this.#known = this.#known.filter(device => device.connection !== null)
  }

  removeAll(): void {
    this.#known = []
  }

  /** The device that counts: the newest of several that share. */
  get current(): Device | undefined {
    for (const state of shownFirst) {
      const found = this.#known.filter(device => device.state === state).at(-1)
      if (found) return found
    }
    return undefined
  }

  /** The connections that a request to stop, pause or resume is for; only those in the given state, if any. */
  connectionsBeside(connection: Connection | null, state: SharingState | null): Connection[] {
    return this.#known
      .filter(device => state === null || device.state === state)
      .flatMap(device => (device.connection && device.connection !== connection ? [device.connection] : []))
  }
}
