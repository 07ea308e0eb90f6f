import type { SharingState } from '#shared/contract/sources/endpoints'
import type { Connection } from '../../../platform/live/connection'

interface Device {
  /** Null once its connection was cut off. */
  connection: Connection | null
  state: SharingState
  what: string | null
}

/** The states that count, the one that is shown where devices differ first. */
const shownFirst = ['sharing', 'paused', 'reconnecting'] as const

/** The computers of one person that capture or may go on to, in the order in which they last said so. */
export class Devices {
  #known: readonly Device[] = []

  /** Whatever a device says, one that was cut off has come back with it, or is taken for lost. */
  say(connection: Connection, state: SharingState, what: string | null): void {
    const others = this.#known.filter(device => device.connection !== connection && device.connection !== null)
    this.#known = state === 'off' ? others : [...others, { connection, state, what }]
  }

  /** Answers whether the device may come back. */
  lost(connection: Connection, forGood: boolean): boolean {
    const device = this.#known.find(one => one.connection === connection)
    const others = this.#known.filter(one => one !== device)
    const mayReturn = device !== undefined && !forGood
    this.#known = mayReturn ? [...others, { ...device, connection: null, state: 'reconnecting' }] : others
    return mayReturn
  }

  forgetLost(): void {
    this.#known = this.#known.filter(device => device.connection !== null)
  }

  forgetAll(): void {
    this.#known = []
  }

  /** The device that counts: of several that share the newest. */
  get current(): Device | undefined {
    for (const state of shownFirst) {
      const found = this.#known.filter(device => device.state === state).at(-1)
      if (found) return found
    }
    return undefined
  }

  /** Whom a request to stop, pause or resume is for: those in one state, where one is named. */
  connectionsBeside(connection: Connection, state: SharingState | null): Connection[] {
    return this.#known
      .filter(device => state === null || device.state === state)
      .flatMap(device => (device.connection && device.connection !== connection ? [device.connection] : []))
  }
}
