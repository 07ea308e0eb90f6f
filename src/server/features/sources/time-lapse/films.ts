import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../../platform/app-context'

/** Milliseconds after which a film is given up, because its reader hardly takes any of it. */
const longest = 30 * 60_000

/** The film that is being made; a server makes one at a time, because each keeps a processor busy. */
class Films {
  #current: AbortController | null = null
  #isClosed = false

  constructor(private readonly app: AppContext) {}

  requireFree(): void {
    if (this.#isClosed) throw apiError('server.unavailable')
    if (this.#current) throw apiError('request.too_many', { retryAfterSeconds: 15 })
  }

  /** Makes a film unless another one is being made. The signal ends it after its time, and when the server stops. */
  async *make<T>(work: (signal: AbortSignal) => AsyncGenerator<T>): AsyncGenerator<T> {
    this.requireFree()
    const control = new AbortController()
    this.#current = control
    const cancel = this.app.clock.after(longest, () => control.abort())
    try {
      yield* work(control.signal)
    } finally {
      cancel()
      this.#current = null
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#current?.abort()
  }
}

export const films = perApp(app => new Films(app))
