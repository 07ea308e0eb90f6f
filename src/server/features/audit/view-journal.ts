import { hour } from '#shared/limits'
import type { AppContext } from '../../platform/app-context'
import { runAsSystem } from '../../platform/run-as'
import { insertViews, type View } from './views-store'

/** Looking again within this time is the same view. */
const period = hour
/** Milliseconds for which views are gathered before they are written. */
const gathering = 2_000
/** Views that wait while the database is away, and views that are remembered as written. */
const most = { waiting: 10_000, remembered: 20_000 }

const keyOf = ({ organization_id, actor_id, kind, subject, details }: View) =>
  [organization_id, actor_id, kind, subject, details.via].join(' ')

/**
 * Writes to the audit log who viewed what [D41], behind the answers: views are gathered for a moment and written together. What
 * this server wrote within the period is not asked of the database again; what another one wrote is found there.
 */
export class ViewJournal {
  #waiting = new Map<string, View>()
  readonly #written = new Map<string, number>()
  #writing: Promise<void> = Promise.resolve()
  #cancel: (() => void) | null = null

  constructor(private readonly app: AppContext) {}

  add(view: View): void {
    const key = keyOf(view)
    const at = Date.parse(view.at)
    const last = this.#written.get(key)
    if (last !== undefined && Math.abs(at - last) < period) return
    if (this.#waiting.size >= most.waiting) {
      this.app.log.error('More views wait than can be kept: one is missing in the audit log.')
      return
    }
    this.#remember(key, at)
    this.#waiting.set(key, view)
    this.#writeLater()
  }

  /** Writes what waits; called when the server stops. */
  async close(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    this.#write()
    await this.#writing
  }

  #remember(key: string, at: number): void {
    if (this.#written.size >= most.remembered) {
      for (const [known, since] of this.#written) if (Math.abs(at - since) >= period) this.#written.delete(known)
      // The database knows them as well.
      if (this.#written.size >= most.remembered) this.#written.clear()
    }
    this.#written.set(key, at)
  }

  #writeLater(): void {
    this.#cancel ??= this.app.clock.after(gathering, () => {
      this.#cancel = null
      this.#write()
    })
  }

  #write(): void {
    this.#writing = this.#writing.then(async () => {
      const views = [...this.#waiting]
      this.#waiting = new Map()
      for (const organization_id of new Set(views.map(([, view]) => view.organization_id))) {
        const own = views.filter(([, view]) => view.organization_id === organization_id)
        try {
          await runAsSystem(this.app, organization_id, ctx =>
            insertViews(
              ctx,
              own.map(([, view]) => view),
              period,
            ),
          )
        } catch (error) {
          this.app.log.error({ err: error }, 'Views could not be written to the audit log; it is tried again.')
          this.#waiting = new Map([...own, ...this.#waiting])
          this.#writeLater()
        }
      }
    })
  }
}
