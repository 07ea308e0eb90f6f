import { ManualClock } from '../test-environment'
import { browserQueue, mutationQueue, useMutations } from './store'

/**
 * Opens the queue of a page that a test can leave, like in a reload, with a clock and reconnections that the test
 * controls.
 */
export class TestTab {
  /** The device has no room left in its database. */
  isFull = false
  /** Lanes that another tab is sending, and the callbacks that wait for them. */
  readonly elsewhere = new Map<string, () => void>()
  #isOpen = true
  #reconnect: () => void = () => undefined
  #leave: () => void = () => undefined

  /** The clock of an earlier page continues in the next one. */
  constructor(readonly clock = new ManualClock()) {
    const whileOpen =
      <A extends unknown[]>(then: (...said: A) => void) =>
      (...said: A) => {
        if (this.#isOpen) then(...said)
      }
    const browser = browserQueue()
    useMutations.setState({ mutations: [] })
    mutationQueue({
      ...browser,
      clock: this.clock,
      storage: {
        ...browser.storage,
        put: mutation => (this.isFull ? full() : browser.storage.put(mutation)),
        amend: (id, change) => (this.isFull ? full() : browser.storage.amend(id, change)),
        putPart: (id, part, bytes) => (this.isFull ? full() : browser.storage.putPart(id, part, bytes)),
      },
      announce: whileOpen(id => browser.announce(id)),
      onReconnect: reconnect => {
        this.#reconnect = reconnect
        browser.onReconnect(whileOpen(reconnect))
      },
      onAnnounced: changed => browser.onAnnounced(whileOpen(changed)),
      account: () => (this.#isOpen ? browser.account() : null),
      onAccountChange: changed => {
        this.#leave = changed
        browser.onAccountChange(whileOpen(changed))
      },
      exclusively: async (name, task) => {
        const lane = [...this.elsewhere.keys()].find(held => name.endsWith(held))
        if (lane !== undefined) await new Promise<void>(resolve => this.elsewhere.set(lane, resolve))
        return this.#isOpen ? browser.exclusively(name, task) : new Promise(() => undefined)
      },
    })
  }

  reconnect(): void {
    this.#reconnect()
  }

  close(): void {
    this.#isOpen = false
    this.#leave()
  }
}

const full = () => Promise.reject(new DOMException('There is no room.', 'QuotaExceededError'))
