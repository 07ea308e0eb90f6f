import { capture } from '#shared/contract/sources/limits'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'

export interface AutoLaunchPorts {
  clock: Pick<Clock, 'every'>
  launcher: { isEnabled(): Promise<boolean>; enable(): Promise<void>; disable(): Promise<void> }
  /** Whether the person refused before; remembered. */
  isRefused(): boolean
  setRefused(isRefused: boolean): void
  /** Whether somebody can be asked now: they are signed in and can see the window. */
  mayAsk(): boolean
  /** `closed` is no answer. */
  ask(): Promise<'yes' | 'no' | 'closed'>
  sayFailed(): Promise<unknown>
}

export interface AutoLaunchState {
  readonly enabled: boolean
  readonly refused: boolean
}

/** Starts the app with the computer. Checks every second, and asks until it is on or was refused [0.5b, 8.6d, 9.3a]. */
export class AutoLaunch {
  #isAsking = false

  constructor(private readonly ports: AutoLaunchPorts) {}

  /** Returns the function that stops it. */
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
    // Turning it off counts as a refusal; otherwise the alert would appear a second later.
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
      logError('The system does not allow the app to start with it.', cause)
      // Asking again every second would not change that.
      this.ports.setRefused(true)
      await this.ports.sayFailed()
    }
  }
}
