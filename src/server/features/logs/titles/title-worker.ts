import { type AppContext, perApp } from '../../../platform/app-context'
import { readAsSystem, runAsSystem } from '../../../platform/run-as'
import { findUntitled, putTitle, type TitleTask, type Untitled, waitingTitles } from './store'
import { writeTitle } from './write-title'

/** How many titles one server has written at once, and how many logs may wait; later logs keep their first words. */
const atOnce = 3
const maximumWaiting = 100
/** Milliseconds after which the server looks for logs that another server left waiting. */
const lookAgain = 60_000

/**
 * Has the connected model write titles of logs [D19]. The queue is also in the database, so that no log stays a
 * placeholder [D45]: the next server continues what a stopped one left, and if no title arrives, the first words stay.
 */
export class TitleWorker {
  readonly #abort = new AbortController()
  readonly #works = new Map<string, Promise<void>>()
  #waiting: TitleTask[] = []
  #looking: Promise<void> = Promise.resolve()
  #endLooking: (() => void) | null = null

  constructor(private readonly app: AppContext) {}

  /** Continues what was left waiting. */
  start(): void {
    this.#looking = this.#look(0)
    this.#endLooking = this.app.clock.every(lookAgain, () => {
      this.#looking = this.#looking.then(() => this.#look(lookAgain))
    })
  }

  /** Whether a log with these words gets a title. */
  takes(content: string): boolean {
    const hasWords = /[\p{L}\p{N}]/u.test(content)
    return hasWords && this.app.model !== null && !this.#abort.signal.aborted && this.#waiting.length < maximumWaiting
  }

  add(task: TitleTask): void {
    this.#waiting = [...this.#waiting, task]
    this.#begin()
  }

  /** Ends what is under way, which begins again on the next server. */
  async close(): Promise<void> {
    this.#abort.abort()
    this.#waiting = []
    this.#endLooking?.()
    await this.#looking
    await Promise.all(this.#works.values())
  }

  async #look(age: number): Promise<void> {
    if (this.#abort.signal.aborted) return
    const since = new Date(this.app.clock.now() - age).toISOString()
    try {
      for (const task of await waitingTitles(this.app, since, maximumWaiting)) {
        const isKnown =
          this.#works.has(keyOf(task)) || this.#waiting.some(titleTask => keyOf(titleTask) === keyOf(task))
        if (!isKnown) this.add(task)
      }
    } catch (error) {
      this.app.log.error({ err: error }, 'Logs without a title could not be read; trying again.')
    }
  }

  #begin(): void {
    while (this.#works.size < atOnce && !this.#abort.signal.aborted) {
      const [task, ...others] = this.#waiting
      if (!task) return
      this.#waiting = others
      const work = this.#write(task)
        .catch(error => this.app.log.error({ err: error, ...task }, 'A title could not be saved; trying again.'))
        .finally(() => {
          this.#works.delete(keyOf(task))
          this.#begin()
        })
      this.#works.set(keyOf(task), work)
    }
  }

  async #write({ organization_id, log_id }: TitleTask): Promise<void> {
    const log = await readAsSystem(this.app, organization_id, ctx => findUntitled({ ...ctx, organization_id }, log_id))
    const { signal } = this.#abort
    const title = log && (await writeTitle(this.app, log, signal))
    // A stopping server leaves it to the next one.
    if (signal.aborted) return
    await runAsSystem(this.app, organization_id, async ctx => {
      const isKept = await putTitle(ctx, { log_id, title: title || (log?.title ?? '') })
      if (!isKept || !log) return
      await ctx.audit(auditOf(log, log_id))
      ctx.record({ kind: 'log.titled', doc_id: log.doc_id, log_id, title: title || log.title }, inDocument(log), null)
    })
  }
}

const keyOf = ({ organization_id, log_id }: TitleTask) => `${organization_id} ${log_id}`

const inDocument = ({ doc_id }: Untitled) => ({ to: 'document', doc_id }) as const

const auditOf = ({ doc_id, created_by }: Untitled, log_id: number) => ({
  kind: 'mate.tool',
  subject: 'write_title',
  details: { input: { doc_id, log_id } },
  ...(created_by !== null && { actor_id: created_by }),
})

export const titleWorker = perApp(app => new TitleWorker(app))
