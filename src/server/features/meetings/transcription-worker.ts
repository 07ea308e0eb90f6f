import { type AppContext, perApp } from '../../platform/app-context'
import { portsOf } from '../../platform/registry'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { take, waitingRecordings } from './queue-store'
import { Work } from './work'

/** Recordings that one server works on at once. */
const atOnce = 2
/** Milliseconds after which it looks by itself whether something waits: what was begun elsewhere and never ended, say. */
const lookAgain = 15_000

/** Takes recordings that wait, whoever's they are, and works on them. Several servers may do so on one database. */
export class TranscriptionWorker {
  readonly #works = new Map<Work, Promise<void>>()
  #looking: Promise<void> | null = null
  #again = false
  #endLooking: (() => void) | null = null
  #isClosed = false

  /** `after` is done with a transcript once it is written down. */
  constructor(
    private readonly app: AppContext,
    private readonly after = portsOf(app).summariseRecording,
  ) {}

  /** Begins to look for work. */
  start(): void {
    this.#endLooking = this.app.clock.every(lookAgain, () => this.look())
    this.look()
  }

  /** Looks whether something waits; more news meanwhile lead to one more look. */
  look(): void {
    if (this.#isClosed || this.#endLooking === null) return
    if (this.#looking !== null) {
      this.#again = true
      return
    }
    this.#again = false
    this.#looking = this.#takeWork()
      .catch(error => this.app.log.error({ err: error }, 'No recording could be taken; it is tried again.'))
      .finally(() => {
        this.#looking = null
        if (this.#again) this.look()
      })
  }

  /** Ends what is under way, which begins again on the next server. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#endLooking?.()
    await this.#looking
    for (const work of this.#works.keys()) work.stop()
    await Promise.all(this.#works.values())
  }

  async #takeWork(): Promise<void> {
    const room = atOnce - this.#works.size
    if (room <= 0) return
    // More than there is room for: others may be quicker with some of them.
    for (const waiting of await waitingRecordings(this.app, 10 * atOnce)) {
      if (this.#works.size >= atOnce || this.#isClosed) return
      const work = new Work(this.app, waiting, this.after)
      const found = await runAsSystem(this.app, waiting.organization_id, (ctx: SystemContext) =>
        take(ctx, work.hold, work.heldUntil(ctx.now)),
      )
      if (!found) continue
      const done = work.run(found).finally(() => {
        this.#works.delete(work)
        this.look()
      })
      this.#works.set(work, done)
    }
  }
}

export const transcriptionWorker = perApp(app => new TranscriptionWorker(app))
