import { capture } from '#shared/contract/sources/limits'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'

export interface AutoLaunchPorts {
  clock: Pick<Clock, 'every'>
  launcher: { isEnabled(): Promise<boolean>; enable(): Promise<void>; disable(): Promise<void> }
  /** Whether the person said no, remembered. */
  isRefused(): boolean
  setRefused(isRefused: boolean): void
  /** Whether this is a moment to ask anybody: somebody is signed in and can see the window. */
  mayAsk(): boolean
  /** `closed` is no answer. */
  ask(): Promise<'yes' | 'no' | 'closed'>
  sayFailed(): Promise<unknown>
}

export interface AutoLaunchState {
  readonly enabled: boolean
  readonly refused: boolean
}

/** Starting with the computer: looked at every second, and asked for until it is on or was refused [0.5b, 8.6d, 9.3a]. */
export class AutoLaunch {
  #isAsking = false

  constructor(private readonly ports: AutoLaunchPorts) {}

  /** Answers the function that stops it. */
  watch(): () => void {
    return this.ports.clock.every(capture.autoLaunchCheck, () => {
      this.#check().catch(cause => logError('Starting with the computer could not be checked.', cause))
    })
  }

  async state(): Promise<AutoLaunchState> {
    return { enabled: await this.ports.launcher.isEnabled(), refused: this.ports.isRefused() }
  }

  async set(enabled: boolean): Promise<AutoLaunchState> {
    const { launcher, setRefused } = this.ports
    if (enabled) await launcher.enable()
    else await launcher.disable()
    // Turning it off by hand is a no as well, or it would be asked about a second later.
    setRefused(!enabled)
    return this.state()
  }

  async #check(): Promise<void> {
    const { isRefused, mayAsk, launcher, ask, setRefused } = this.ports
    if (this.#isAsking || isRefused() || !mayAsk()) return
    this.#isAsking = true
    try {
      if (await launcher.isEnabled()) return
      const answer = await ask()
      if (answer === 'yes') await this.#enable()
      if (answer === 'no') setRefused(true)
    } finally {
      this.#isAsking = false
    }
  }

  async #enable(): Promise<void> {
    try {
      await this.ports.launcher.enable()
    } catch (cause) {
      logError('The system does not let the app start with it.', cause)
      // Asking again every second would not change that.
      this.ports.setRefused(true)
      await this.ports.sayFailed()
    }
  }
}
