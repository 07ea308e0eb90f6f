import type { CaptureState, CaptureStatus } from '#shared/contract/desktop'
import type { SharingState, Viewer } from '#shared/contract/sources/endpoints'
import { frames } from '#shared/contract/sources/limits'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'
import type { Grabber } from './grabber'
import type { PermissionAnswer } from './permission'
import {
  atRest,
  type CaptureEvent,
  type Effect,
  type Capture as Machine,
  type Request,
  type StartFacts,
  sharingOf,
  step,
} from './state-machine'

/** The dependencies of capture. Everything that ends it is synchronous, so that a stop waits for nothing. */
export interface CapturePorts {
  clock: Pick<Clock, 'now'>
  grabber: Grabber
  facts(): StartFacts
  checkPermission(ask: boolean): Promise<PermissionAnswer>
  askConsent(): void
  /** Throws if it cannot be shown; then nothing is captured. */
  showIndicator(automatic: boolean): void
  hideIndicator(): void
  uploads: {
    /** False if there is no room for it. */
    add(request: Request, jpeg: Buffer): Promise<boolean>
    set(may: 'flow' | 'wait' | 'be_dropped'): void
  }
  tell(state: SharingState, what: string | undefined): void
  rememberStop(stopped: boolean): void
  changed(status: CaptureStatus): void
}

type EventData = Exclude<CaptureEvent, { request: unknown } | { facts: unknown }>
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** Runs the state machine: performs its effects, and reports their results to it. */
export class Capture {
  #machine: Machine
  #viewers: Viewer[] = []
  /** Incremented whenever the source is released, so that results for an earlier one are ignored. */
  #holding = 0
  readonly #pictures = new Map<string, Buffer>()
  #waiting: (() => void)[] = []

  constructor(
    private readonly ports: CapturePorts,
    state: Extract<CaptureState, 'off' | 'stopped_by_hand'> = 'off',
  ) {
    this.#machine = { ...atRest, state }
  }

  start(by: 'person' | 'itself', source_id?: string): void {
    this.#dispatch({ type: 'start', by, source_id, facts: this.ports.facts(), at: this.#now })
  }

  woke(): void {
    this.#dispatch({ type: 'woke', facts: this.ports.facts(), at: this.#now })
  }

  /** The server requests a picture [D32]. */
  request(request: Request): void {
    this.#dispatch({ type: 'requested', request, at: this.#now })
  }

  tell(event: Without<EventData, 'at'>): void {
    this.#dispatch({ ...event, at: this.#now } as CaptureEvent)
  }

  setViewers(viewers: Viewer[]): void {
    this.#viewers = viewers
    this.ports.changed(this.status)
  }

  /** Resolves once it is known whether capture can begin, with the outcome of the start. */
  async begun(): Promise<CaptureStatus> {
    if (this.#isUndecided) await new Promise<void>(resolve => this.#waiting.push(resolve))
    return this.status
  }

  get #isUndecided(): boolean {
    return this.#machine.state === 'permission' && this.#machine.trouble === null
  }

  get status(): CaptureStatus {
    const { state, source, since, taken, trouble } = this.#machine
    const sharing = sharingOf(state)
    return {
      state,
      sharing,
      what: source?.name ?? null,
      since: since === null ? null : new Date(since).toISOString(),
      pictures_taken: taken,
      viewers: sharing === 'off' ? [] : this.#viewers,
      trouble,
    }
  }

  get #now(): number {
    return this.ports.clock.now()
  }

  #dispatch(event: CaptureEvent): void {
    const { next, effects } = step(this.#machine, event)
    const isSame = next === this.#machine || JSON.stringify(next) === JSON.stringify(this.#machine)
    this.#machine = next
    if (!this.#isUndecided) for (const resolve of this.#waiting.splice(0)) resolve()
    for (const effect of effects) {
      if (effect.do !== 'show_indicator') this.#perform(effect)
      // The remaining effects belong to a capture that does not begin.
      else if (!this.#isShown(effect.automatic)) {
        this.tell({ type: 'ended_by_system' })
        return
      }
    }
    if (!isSame) this.ports.changed(this.status)
  }

  #perform(effect: Exclude<Effect, { do: 'show_indicator' }>): void {
    const { ports } = this
    switch (effect.do) {
      case 'ask_consent':
        ports.askConsent()
        break
      case 'check_permission':
        void this.#checkPermission(effect.ask)
        break
      case 'hold_source':
        void this.#hold(effect.source_id)
        break
      case 'release_source':
        this.#holding += 1
        this.#pictures.clear()
        ports.grabber.release()
        break
      case 'hide_indicator':
        this.#viewers = []
        ports.hideIndicator()
        break
      case 'grab':
        void this.#grab(effect.request)
        break
      case 'send_frame':
        void this.#send(effect.request)
        break
      case 'forget_frame':
        this.#pictures.delete(effect.id)
        break
      case 'uploads':
        ports.uploads.set(effect.may)
        break
      case 'tell':
        ports.tell(effect.state, effect.what)
        break
      case 'remember_stop':
        ports.rememberStop(effect.stopped)
        break
    }
  }

  #isShown(automatic: boolean): boolean {
    try {
      this.ports.showIndicator(automatic)
      return true
    } catch (cause) {
      logError('The indicator could not be shown, so the screen is not shared.', cause)
      return false
    }
  }

  async #checkPermission(ask: boolean): Promise<void> {
    const answer = await this.ports.checkPermission(ask)
    this.tell(answer.granted ? { type: 'permission_granted' } : { type: 'permission_denied', trouble: answer.trouble })
  }

  async #hold(source_id: string | undefined): Promise<void> {
    const holding = this.#holding
    try {
      const source = await this.ports.grabber.hold(source_id)
      if (holding !== this.#holding) return
      this.tell(source ? { type: 'source_held', source } : { type: 'source_missing', trouble: 'no_sources' })
    } catch (cause) {
      logError('Error starting screen capture:', cause)
      if (holding === this.#holding) this.tell({ type: 'source_missing', trouble: 'capture_failed' })
    }
  }

  async #grab({ id }: Request): Promise<void> {
    const holding = this.#holding
    try {
      const jpeg = await this.ports.grabber.grab()
      if (holding !== this.#holding) return
      if (jpeg.length > frames.bytes) throw new Error(`A picture has ${jpeg.length} bytes, which is above the limit.`)
      this.#pictures.set(id, jpeg)
      this.tell({ type: 'grabbed', id })
    } catch (cause) {
      if (holding !== this.#holding) return
      logError('A picture could not be taken.', cause)
      this.tell({ type: 'grab_failed', id })
    }
  }

  async #send(request: Request): Promise<void> {
    const jpeg = this.#pictures.get(request.id)
    this.#pictures.delete(request.id)
    if (jpeg && !(await this.ports.uploads.add(request, jpeg))) this.tell({ type: 'spool_full' })
  }
}
