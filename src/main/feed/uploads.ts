import type { UploadGrant } from '#shared/contract/sources'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'
import type { Spool, Waiting } from './spool'

export interface UploadPorts {
  clock: Clock
  spool: Spool
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status' | 'ok'>>
  /** Whose pictures may be sent now; null for nobody. */
  owner(): string | null
  /** A new leave for a picture whose own has run out [7.25]. Null when the server refuses. Throws while the network is away. */
  newGrant(content_length: number): Promise<UploadGrant | null>
  /** Tells the server that a picture is there. False when there is no connection. */
  answer(id: string, key: string): boolean
  onUploaded(): void
}

const backoff = { first: 1_000, most: 30_000 } as const
/** An upload that is not through by then is tried again. */
const patience = 60_000

/** Pictures on their way: straight to the address of their leave, one after the other, each answered once [D32, D33]. */
export class Uploads {
  #may: 'flow' | 'wait' = 'wait'
  /** Raised whenever what is under way must end. */
  #era = 0
  #isRunning = false
  #abort = new AbortController()
  #wake: (() => void) | null = null

  constructor(private readonly ports: UploadPorts) {}

  /** False when there is no room for it. */
  async add({ id, upload }: { id: string; upload: UploadGrant }, jpeg: Buffer): Promise<boolean> {
    const { clock, spool, owner } = this.ports
    const whose = owner()
    if (whose === null) return false
    const expires_at = clock.now() + upload.expires_in * 1000
    const isKept = await spool.add({ id, upload, owner: whose, expires_at }, jpeg)
    this.#begin()
    return isKept
  }

  /** Pictures that wait are sent only while they may flow; dropped ones are gone from the disk when this returns. */
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
    this.kick()
  }

  /** The connection is back: what waited for it need not wait longer. */
  kick(): void {
    this.#wake?.()
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
      const result = waiting.owner === owner() ? await this.#send(waiting) : 'over'
      if (era !== this.#era) return
      if (typeof result === 'object') {
        // It is there; the answer waits for a connection, and the pictures behind it for the answer.
        while (!this.ports.answer(waiting.id, result.key)) {
          await this.#sleep(null)
          if (era !== this.#era) return
        }
        this.ports.onUploaded()
      }
      if (result === 'again') {
        await this.#sleep(Math.min(backoff.first * 2 ** tries, backoff.most) * (0.5 + this.ports.clock.random() / 2))
        tries += 1
        continue
      }
      tries = 0
      await spool.remove(waiting.id)
    }
    // At once, not a turn later: a picture that comes in between would find nobody.
    if (era === this.#era) this.#isRunning = false
  }

  /** The key under which it is stored now; `again` when the network is to blame, `over` when nothing can help. */
  async #send(waiting: Waiting): Promise<{ key: string } | 'again' | 'over'> {
    const { clock, spool, newGrant } = this.ports
    const jpeg = await spool.read(waiting.id)
    if (!jpeg) return 'over'
    try {
      if (clock.now() < waiting.expires_at) {
        const status = await this.#put(waiting.upload, jpeg)
        if (status === 'stored') return { key: waiting.upload.key }
        if (status === 'again') return 'again'
      }
      const fresh = await newGrant(jpeg.length)
      if (!fresh) return 'over'
      const status = await this.#put(fresh, jpeg)
      if (status === 'stored') return { key: fresh.key }
      return status === 'again' ? 'again' : 'over'
    } catch {
      return 'again'
    }
  }

  async #put({ url, method, headers }: UploadGrant, jpeg: Buffer): Promise<'stored' | 'again' | 'refused'> {
    const timeLimit = new AbortController()
    const cancel = this.ports.clock.after(patience, () => timeLimit.abort())
    try {
      const own = Object.entries(headers).filter(([name]) => !/^(content-length|host)$/i.test(name))
      const { ok, status } = await this.ports.fetch(url, {
        method,
        headers: Object.fromEntries(own),
        body: new Uint8Array(jpeg),
        signal: AbortSignal.any([this.#abort.signal, timeLimit.signal]),
        credentials: 'omit',
        // The leave is for one address: nobody else gets the picture.
        redirect: 'error',
      })
      if (ok) return 'stored'
      return status >= 500 || status === 429 || status === 408 ? 'again' : 'refused'
    } finally {
      cancel()
    }
  }

  /** Until something is to be done again, or that long; null waits for the former only. */
  #sleep(ms: number | null): Promise<void> {
    return new Promise(resolve => {
      const cancel = ms === null ? () => undefined : this.ports.clock.after(ms, () => this.#wake?.())
      this.#wake = () => {
        this.#wake = null
        cancel()
        resolve()
      }
    })
  }
}
