import { hour } from '#shared/limits'
import type { AppContext } from '../../platform/app-context'
import { runAsSystem } from '../../platform/run-as'
import { insertViews, type View } from './views-store'

/** Viewing something again within this time counts as the same view. */
const period = hour
/** Milliseconds for which views are collected before they are written. */
const collectFor = 2_000
/** The most views that wait while the database is unavailable, and that are remembered as written. */
const maximum = { waiting: 10_000, remembered: 20_000 }

const keyOf = ({ organization_id, actor_id, kind, subject, details }: View) =>
  [organization_id, actor_id, kind, subject, details.via].join(' ')

/**
 * Writes to the audit log who viewed what [D41], after the answers. Views are collected for a moment and written
 * together. Views that this server wrote within the period are remembered here; those of another server are found in
 * the database.
 */
export class ViewJournal {
  readonly #waiting: View[] = []
  readonly #written = new Map<string, number>()
  #writing: Promise<void> = Promise.resolve()
  #cancel: (() => void) | null = null

  constructor(private readonly app: AppContext) {}

  add(view: View): void {
    const key = keyOf(view)
    const at = Date.parse(view.at)
    const last = this.#written.get(key)
    if (last !== undefined && Math.abs(at - last) < period) return
    if (this.#waiting.length >= maximum.waiting) {
      this.app.log.error('Too many views are waiting to be written: one is missing in the audit log.')
      return
    }
    this.#remember(key, at)
    this.#waiting.push(view)
    this.#writeLater()
  }

  /** Writes the waiting views; called when the server stops. */
  async close(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    this.#write()
    await this.#writing
  }

  #remember(key: string, at: number): void {
    if (this.#written.size >= maximum.remembered) {
      for (const [known, since] of this.#written) if (Math.abs(at - since) >= period) this.#written.delete(known)
      if (this.#written.size >= maximum.remembered) {
        // The database prevents duplicates of what it has, and not of what waits to be written with it.
        this.#written.clear()
        for (const view of this.#waiting) this.#written.set(keyOf(view), Date.parse(view.at))
      }
    }
    this.#written.set(key, at)
  }

  #writeLater(): void {
    this.#cancel ??= this.app.clock.after(collectFor, () => {
      this.#cancel = null
      this.#write()
    })
  }

  #write(): void {
    this.#writing = this.#writing.then(async () => {
      const views = this.#waiting.splice(0)
      for (const organization_id of new Set(views.map(view => view.organization_id))) {
        const own = views.filter(view => view.organization_id === organization_id)
        try {
          await runAsSystem(this.app, organization_id, ctx => insertViews(ctx, own, period))
        } catch (error) {
          this.app.log.error({ err: error }, 'Views could not be written to the audit log; trying again.')
          this.#waiting.unshift(...own)
          this.#writeLater()
        }
      }
    })
  }
}
