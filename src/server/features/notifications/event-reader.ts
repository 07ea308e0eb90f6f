import type { AppContext } from '../../platform/app-context'
import { eventRange, eventsOfKinds, type StoredEvent } from '../../platform/events'
import type { Worker } from '../../platform/feature'
import { CoalescedTask } from '../../platform/jobs/coalesced-task'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { isRelevant, readEvent, relevantKinds, unlessEmpty } from './drafts'
import { lockPosition, movePosition } from './store'

/** Events that are read in one transaction. */
const batch = 100

/**
 * Reads the event log of each organisation and makes notifications of it. The position in the log is stored together
 * with what was made, so nothing is made twice and what a killed server left is read with the next event. An event that
 * cannot be read is passed over, because it would hold up all later ones.
 */
export class EventReader implements Worker {
  readonly #tasks = new Map<number, CoalescedTask>()
  readonly #unsubscribe: () => void
  #isClosed = false

  constructor(private readonly app: AppContext) {
    // Each node reads what it committed itself, so that no message between nodes can be missed.
    this.#unsubscribe = app.bus.subscribe((message, isOwn) => {
      if (!isOwn || message.topic !== 'events' || !message.events.some(isRelevant)) return
      this.#read(message.organization_id, message.events)
    })
  }

  /** Resolves once everything that was announced so far is read. */
  async settled(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all([...this.#tasks.values()].map(task => task.settled()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    await this.settled()
  }

  #read(organization_id: number, events: readonly StoredEvent[]): void {
    const known = this.#tasks.get(organization_id)
    if (known) {
      known.request()
      return
    }
    const first = Math.min(...events.map(event => event.seq)) - 1
    const task = new CoalescedTask(
      () => this.#readAll(organization_id, first),
      error => this.app.log.error({ err: error }, 'Events could not be read for notifications.'),
    )
    this.#tasks.set(organization_id, task)
    task.request()
    void task.settled().then(() => this.#tasks.delete(organization_id))
  }

  async #readAll(organization_id: number, first: number): Promise<void> {
    let hasMore = true
    while (hasMore && !this.#isClosed) {
      hasMore = await this.#readSome(organization_id, first, batch).catch(error => {
        this.app.log.warn({ err: error }, 'Events are read for notifications one by one, because one of them failed.')
        return this.#readOneByOne(organization_id, first)
      })
    }
  }

  async #readOneByOne(organization_id: number, first: number): Promise<boolean> {
    for (let count = 0; count < batch; count += 1) {
      const hasMore = await this.#readSome(organization_id, first, 1).catch(async error => {
        this.app.log.error({ err: error }, 'No notifications could be made of an event.')
        return this.#passOver(organization_id, first)
      })
      if (!hasMore) return false
    }
    return true
  }

  /** Returns whether there may be more. */
  #readSome(organization_id: number, first: number, limit: number): Promise<boolean> {
    return runAsSystem(this.app, organization_id, async ctx => {
      const position = await lockPosition(ctx, first)
      const { events, until } = await next(ctx, position, limit)
      for (const event of events) await readEvent(ctx, event)
      await movePosition(ctx, until)
      return events.length === limit
    })
  }

  #passOver(organization_id: number, first: number): Promise<boolean> {
    return runAsSystem(this.app, organization_id, async ctx => {
      const position = await lockPosition(ctx, first)
      const { events, until } = await next(ctx, position, 1)
      await movePosition(ctx, until)
      return events.length === 1
    })
  }
}

/** The next events of use, and up to which position the log is read with them. */
async function next({ tx, organization_id }: SystemContext, after: number, limit: number) {
  const { newest } = await eventRange(tx, organization_id)
  const events = await eventsOfKinds(tx, organization_id, {
    kinds: relevantKinds,
    after,
    until: newest,
    limit,
    unlessEmpty,
  })
  return { events, until: (events.length === limit ? events.at(-1)?.seq : undefined) ?? Math.max(newest, after) }
}
