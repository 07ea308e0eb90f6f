import type { UploadGrant } from '#shared/contract/sources/endpoints'
import { type FailedAttempt, isPassing, parseRetryAfter, pauseAfter } from '#shared/rules/retry'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'
import type { Spool, Waiting } from './spool'

export interface UploadPorts {
  clock: Clock
  spool: Spool
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status' | 'ok' | 'headers'>>
  /** The session whose pictures may be sent now; null for none. */
  owner(): string | null
  /**
   * A new permission for a picture whose own has expired [7.25]. Null if the server refuses. Throws while the network
   * is unavailable.
   */
  newGrant(content_length: number): Promise<UploadGrant | null>
  /** Reports to the server that a picture is stored. False without a connection. */
  answer(id: string, key: string): boolean
  onUploaded(): void
}

/** An upload that takes longer is retried, in milliseconds. */
const uploadTimeout = 60_000

/** A permanent failure: the picture, or the permission to send it, is gone. */
const permanentFailure: FailedAttempt = { status: 410 }

/** Uploads pictures to the URL of their permission, one after the other, and reports each once [D32, D33]. */
export class Uploads {
  #may: 'flow' | 'wait' = 'wait'
  /** Incremented whenever running work must end. */
  #era = 0
  #isRunning = false
  #abort = new AbortController()
  #wake: (() => void) | null = null
  /** True while the pause was requested by the store. */
  #mustRest = false

  constructor(private readonly ports: UploadPorts) {}

  /** False if there is no room for it. */
  async add({ id, upload }: { id: string; upload: UploadGrant }, jpeg: Buffer): Promise<boolean> {
    const { clock, spool, owner } = this.ports
    const whose = owner()
    if (whose === null) return false
    const expires_at = clock.now() + upload.expires_in * 1000
    const isKept = await spool.add({ id, upload, owner: whose, expires_at }, jpeg)
    this.#begin()
    return isKept
  }

  /** Waiting pictures are sent only while they may flow; dropped ones are removed from the disk when this returns. */
  set(may: 'flow' | 'wait' | 'be_dropped'): void {
    this.#may = may === 'flow' ? 'flow' : 'wait'
    if (may !== 'flow') {
      this.#era += 1
      this.#isRunning = false
      this.#abort.abort()
      this.#abort = new AbortController()
      this.#wake?.()
    }
    if (may === 'be_dropped') this.ports.spool.empty()
    this.connectionRestored()
  }

  /** The connection is back: nothing needs to wait for it any more. */
  connectionRestored(): void {
    if (!this.#mustRest) this.#wake?.()
    this.#begin()
  }

  #begin(): void {
    if (this.#may !== 'flow' || this.#isRunning) return
    this.#isRunning = true
    const era = this.#era
    this.#run(era).catch(cause => {
      if (era === this.#era) this.#isRunning = false
      logError('Uploading pictures failed.', cause)
    })
  }

  async #run(era: number): Promise<void> {
    const { spool, owner } = this.ports
    let tries = 0
    for (let waiting = spool.first; waiting && era === this.#era; waiting = spool.first) {
      const result = waiting.owner === owner() ? await this.#send(waiting) : permanentFailure
      if (era !== this.#era) return
      const pause = 'status' in result ? pauseAfter(result, tries, this.ports.clock.random()) : null
      if (pause !== null) {
        tries += 1
        await this.#sleep(pause, 'retryAfter' in result && result.retryAfter !== undefined)
        continue
      }
      if ('key' in result && !(await this.#answer(waiting.id, result.key, era))) return
      tries = 0
      await spool.remove(waiting.id)
    }
    // Set at once, so that a picture that arrives in between starts a new run.
    if (era === this.#era) this.#isRunning = false
  }

  /**
   * Reports a stored picture; pictures behind it wait while there is no connection. Returns false if all of this ended
   * meanwhile.
   */
  async #answer(id: string, key: string, era: number): Promise<boolean> {
    while (!this.ports.answer(id, key)) {
      await this.#sleep(null)
      if (era !== this.#era) return false
    }
    this.ports.onUploaded()
    return true
  }

  /** Returns the key under which the picture is stored now, or the failure that stopped it. */
  async #send(waiting: Waiting): Promise<{ key: string } | FailedAttempt> {
    const { clock, spool, newGrant } = this.ports
    const jpeg = await spool.read(waiting.id)
    if (!jpeg) return permanentFailure
    try {
      if (clock.now() < waiting.expires_at) {
        const failed = await this.#put(waiting.upload, jpeg)
        if (!failed) return { key: waiting.upload.key }
        if (isPassing(failed)) return failed
      }
      const fresh = await newGrant(jpeg.length)
      if (!fresh) return permanentFailure
      return (await this.#put(fresh, jpeg)) ?? { key: fresh.key }
    } catch {
      return { status: null }
    }
  }

  async #put({ url, method, headers }: UploadGrant, jpeg: Buffer): Promise<FailedAttempt | null> {
    const timeLimit = new AbortController()
    const cancel = this.ports.clock.after(uploadTimeout, () => timeLimit.abort())
    try {
      const own = Object.entries(headers).filter(([name]) => !/^(content-length|host)$/i.test(name))
      const {
        ok,
        status,
        headers: answered,
      } = await this.ports.fetch(url, {
        method,
        headers: Object.fromEntries(own),
        body: new Uint8Array(jpeg),
        signal: AbortSignal.any([this.#abort.signal, timeLimit.signal]),
        credentials: 'omit',
        // The permission is for one address: nobody else gets the picture.
        redirect: 'error',
      })
      return ok ? null : { status, retryAfter: parseRetryAfter(answered.get('retry-after'), this.ports.clock.now()) }
    } finally {
      cancel()
    }
  }

  /**
   * Waits this long, or with null until a connection is back. A new connection also ends a timed wait, unless the store
   * requested it.
   */
  #sleep(ms: number | null, isAskedFor = false): Promise<void> {
    this.#mustRest = isAskedFor
    return new Promise(resolve => {
      const cancel = ms === null ? () => undefined : this.ports.clock.after(ms, () => this.#wake?.())
      this.#wake = () => {
        this.#wake = null
        this.#mustRest = false
        cancel()
        resolve()
      }
    })
  }
}
