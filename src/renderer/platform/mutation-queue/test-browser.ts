import { ManualClock } from '../test-environment'
import { browserQueue, mutationQueue, useMutations } from './store'

/**
 * Opens the queue of a page that a test can leave, like in a reload, with a clock and reconnections that the test
 * controls.
 */
export class TestTab {
  readonly clock = new ManualClock()
  #isOpen = true
  #reconnect: () => void = () => undefined

  constructor() {
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
      onReconnect: reconnect => {
        this.#reconnect = reconnect
        browser.onReconnect(whileOpen(reconnect))
      },
      onAnnounced: changed => browser.onAnnounced(whileOpen(changed)),
      onAccountChange: changed => browser.onAccountChange(whileOpen(changed)),
      exclusively: (name, task) => (this.#isOpen ? browser.exclusively(name, task) : new Promise(() => undefined)),
    })
  }

  reconnect(): void {
    this.#reconnect()
  }

  close(): void {
    this.#isOpen = false
  }
}
