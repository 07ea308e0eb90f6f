import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../../platform/app-context'

/** Milliseconds after which an export is given up, because its reader hardly takes any of it. */
const longest = 30 * 60_000

/** The exports of one kind that are being made. A server makes few at a time; further ones are told to wait. */
class Exports {
  readonly #running = new Set<AbortController>()
  #isClosed = false

  constructor(
    private readonly app: AppContext,
    private readonly most: number,
  ) {}

  requireFree(): void {
    if (this.#isClosed) throw apiError('server.unavailable')
    if (this.#running.size >= this.most) throw apiError('request.too_many', { retryAfterSeconds: 15 })
  }

  /** Makes a file unless too many are being made. The signal ends it after its time, and when the server stops. */
  async *make<T>(work: (signal: AbortSignal) => AsyncGenerator<T>): AsyncGenerator<T> {
    this.requireFree()
    const control = new AbortController()
    this.#running.add(control)
    // A reader who takes nothing more never ends the loop below.
    control.signal.addEventListener('abort', () => this.#running.delete(control))
    const cancel = this.app.clock.after(longest, () => control.abort())
    try {
      yield* work(control.signal)
    } finally {
      cancel()
      this.#running.delete(control)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const control of this.#running) control.abort()
  }
}

/** One at a time, because each keeps a processor busy. */
export const films = perApp(app => new Exports(app, 1))

/** Pictures are only copied, so a server does that for some people side by side. */
export const archives = perApp(app => new Exports(app, 4))
