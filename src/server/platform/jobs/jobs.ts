import type PgBoss from 'pg-boss'
import type { z } from 'zod'
import { type AppContext, perApp } from '../app-context'
import type { Tx } from '../database/connection'
import { inTransaction } from '../database/transaction'
import { atMostOnceAMinute } from '../log'
import { CoalescedTask } from './coalesced-task'
import { CronSchedules } from './cron-schedules'
import { type Job, type Schedule, schedule } from './job'
import { claimScheduledTime, hasWaitingJobs, immediately, lockQueues, waitingJobs } from './job-store'
import { createPgBoss, transactionDb } from './pg-boss'
import { fetchedAhead, QueueWorker } from './queue-worker'

/** Seconds without a heartbeat after which another server takes a job over, at its next poll. */
const expireInSeconds = 20
/** Milliseconds between two heartbeats, and between two checks for jobs that became due. */
const pollInterval = 5_000
/** Milliseconds that a stopping server waits for its jobs. */
const shutdownTimeout = 10_000
/** How often giving up a job is retried if a server is killed meanwhile. */
const giveUpRetries = 3

interface EnqueueContext {
  readonly tx: Tx
  readonly app: AppContext
  afterCommit(task: () => void): void
}

interface EnqueueOptions {
  /** Higher priorities run first; the default is 0. */
  priority?: number
  /** The earliest start in milliseconds since the epoch; at once if left out. */
  startAt?: number
}

/** The background jobs of this server, on pg-boss. Several servers can share one database. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #jobs = new Map<string, Job>()
  readonly #workers = new Map<string, QueueWorker>()
  readonly #polling: CoalescedTask
  readonly #fetching: CoalescedTask
  readonly #onError: (error: unknown) => void
  #schedules: CronSchedules
  #subscriptions: (() => void)[] = []
  /** Cancels the fetch for a job that starts before the next poll. */
  #cancelNextFetch: () => void = () => {}
  /** When that job starts, in milliseconds since the epoch. */
  #nextStart = Number.POSITIVE_INFINITY
  #isClosed = false

  constructor(private readonly app: AppContext) {
    this.#boss = createPgBoss(app)
    this.#onError = atMostOnceAMinute(app.clock, (error, times) =>
      app.log.error({ err: error, times }, 'Background jobs could not be polled or stored; trying again.'),
    )
    this.#polling = new CoalescedTask(() => this.#poll(), this.#onError)
    this.#fetching = new CoalescedTask(() => this.#fetchDue(), this.#onError)
    this.#schedules = new CronSchedules(app.clock, [])
  }

  /** Creates missing queues. Only registered jobs can be enqueued. */
  async register(jobs: readonly Job[], schedules: readonly Schedule[]): Promise<void> {
    const archive = schedule('jobs.archive', '30 * * * *', () => this.#boss.maintain())
    this.#schedules = new CronSchedules(this.app.clock, [...schedules, archive])
    for (const registered of [...jobs, ...this.#schedules.jobs()]) {
      const { name } = registered
      if (this.#jobs.has(name)) throw new Error(`Two jobs have the name ${name}.`)
      this.#jobs.set(name, registered)
    }
    if ((await this.#missingQueues()).length === 0) return
    // Servers that start together on a new database would deadlock over the table of jobs.
    await inTransaction(this.app.pool, { readOnly: false }, async tx => {
      await lockQueues(tx)
      for (const name of await this.#missingQueues()) await this.#boss.createQueue(name)
    })
  }

  async #missingQueues(): Promise<string[]> {
    const queues = new Set((await this.#boss.getQueues()).map(queue => queue.name))
    return [...this.#jobs.keys()].filter(name => !queues.has(name))
  }

  /** Starts to work on jobs. */
  start(): void {
    const onRetry = () => this.#polling.request()
    const context = { ...this.app, app: this.app, boss: this.#boss, onError: this.#onError, onRetry }
    for (const [name, registered] of this.#jobs) this.#workers.set(name, new QueueWorker(context, registered))
    this.#subscriptions = [
      this.app.clock.every(pollInterval, () => this.#polling.request()),
      this.app.bus.subscribe(message => {
        if (message.topic !== 'job_enqueued') return
        if (message.startsAt < this.app.clock.now() + fetchedAhead) this.#workers.get(message.name)?.fetch()
        else this.#fetchAt(message)
      }),
    ]
    this.#polling.request()
  }

  async enqueue<S extends z.ZodType>(
    { tx, afterCommit }: EnqueueContext,
    { name, input: schema, isPrioritized }: Job<S>,
    input: z.input<S>,
    { priority = 0, startAt }: EnqueueOptions = {},
  ): Promise<void> {
    const data = schema.parse(input) as object
    if (priority !== 0 && !isPrioritized) throw new Error(`The job ${name} has no priorities.`)
    const startAfter = startAt === undefined ? immediately(this.app) : new Date(startAt)
    await this.#send(tx, name, { data, priority, startAfter })
    afterCommit(() => this.app.bus.publish({ topic: 'job_enqueued', name, startsAt: startAfter.getTime() }))
  }

  /** Resolves when no job is due or running. */
  async whenIdle(): Promise<void> {
    do {
      this.#polling.request()
      await this.#polling.settled()
      await this.#fetching.settled()
      for (const worker of this.#workers.values()) await worker.settled()
    } while (
      (await this.#waiting(this.app.clock.now(), 0)).some(({ isDue }) => isDue) ||
      [...this.#workers.values()].some(worker => !worker.isIdle)
    )
  }

  /** Aborts the running jobs and waits for their end. A job that takes too long starts again on another server. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const unsubscribe of this.#subscriptions.splice(0)) unsubscribe()
    this.#cancelNextFetch()
    const workers = [...this.#workers.values()]
    const settled = [this.#polling.settled(), this.#fetching.settled()]
    const closed = Promise.all([...settled, ...workers.map(worker => worker.close())]).then(() => true)
    let cancelTimeout = () => {}
    const timeout = new Promise<boolean>(resolve => {
      cancelTimeout = this.app.clock.after(shutdownTimeout, () => resolve(false))
    })
    if (!(await Promise.race([closed, timeout])))
      this.app.log.warn('A job did not stop in time; it starts again later.')
    cancelTimeout()
  }

  async #send(
    tx: Tx,
    name: string,
    { data, ...options }: { data: object; priority?: number; startAfter: Date },
  ): Promise<void> {
    const registered = this.#jobs.get(name)
    if (!registered) throw new Error(`The job ${name} is not registered.`)
    await this.#boss.send(name, data, {
      ...options,
      expireInSeconds,
      retryLimit: registered.retry.attempts + giveUpRetries,
      retryDelay: registered.retry.delaySeconds,
      retryBackoff: true,
      db: transactionDb(tx, this.app.clock),
    })
  }

  async #poll(): Promise<void> {
    // Heartbeats come first, so that jobs of this server do not expire when its clock is set forward.
    await Promise.all([...this.#workers.values()].map(worker => worker.heartbeat().catch(this.#onError)))
    await this.#boss.expire()
    await this.#enqueueScheduled().catch(this.#onError)
    this.#fetching.request()
    await this.#fetching.settled()
  }

  /** Fetches the jobs that are due or start soon, now and before the next one starts. */
  async #fetchDue(): Promise<void> {
    // Before the query, so that a job that is enqueued meanwhile is not forgotten.
    this.#cancelNextFetch()
    this.#nextStart = Number.POSITIVE_INFINITY
    const waiting = await this.#waiting(this.app.clock.now() + fetchedAhead, pollInterval)
    for (const { name, isDue } of waiting) if (isDue) this.#workers.get(name)?.fetch()
    for (const { name, startsAt } of waiting) if (startsAt !== null) this.#fetchAt({ name, startsAt })
  }

  #waiting(now: number, ahead: number) {
    return waitingJobs(this.app, [...this.#workers.keys()], { now, before: now + ahead })
  }

  /** Fetches before a job starts, unless a poll or an earlier job comes first. */
  #fetchAt({ name, startsAt }: { name: string; startsAt: number }): void {
    const now = this.app.clock.now()
    if (this.#isClosed || startsAt >= this.#nextStart || startsAt > now + pollInterval) return
    this.#cancelNextFetch()
    this.#nextStart = startsAt
    this.#cancelNextFetch = this.app.clock.after(Math.max(0, startsAt - now - fetchedAhead) + 1, () => {
      // Without asking first what is due, so that this job starts on time.
      this.#workers.get(name)?.fetch()
      this.#fetching.request()
    })
  }

  async #enqueueScheduled(): Promise<void> {
    for (const due of this.#schedules.due()) {
      await inTransaction(this.app.pool, { readOnly: false }, async tx => {
        const isFree = await claimScheduledTime(tx, due)
        if (isFree) await this.#send(tx, due.name, { data: {}, startAfter: due.startAfter })
      })
      this.#schedules.setClaimed(due)
    }
  }
}

export const jobsOf = perApp(app => new Jobs(app))

/** Enqueues a job in the transaction of `ctx`: it runs after the commit, and never if the transaction is rolled back. */
export function enqueue<S extends z.ZodType>(
  ctx: EnqueueContext,
  job: Job<S>,
  input: z.input<S>,
  options: EnqueueOptions = {},
): Promise<void> {
  return jobsOf(ctx.app).enqueue(ctx, job, input, options)
}

/** Whether at least this many of these jobs wait for a server. */
export function hasBacklog<S extends z.ZodType>({ tx }: EnqueueContext, job: Job<S>, size: number): Promise<boolean> {
  return hasWaitingJobs(tx, job.name, size)
}
