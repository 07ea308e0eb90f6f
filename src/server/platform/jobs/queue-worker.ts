import type PgBoss from 'pg-boss'
import type { AppContext } from '../app-context'
import { CoalescedTask } from './coalesced-task'
import { type Job, JobCancelled, JobTakenOver, ServerStopping } from './job'
import * as store from './job-store'
import { fetchJobs, type JobDatabase } from './pg-boss'

type Outcome =
  | { kind: 'done' | 'released' | 'taken_over' }
  | { kind: 'failed'; error: unknown }
  /** `parsed` is missing if the input is not valid. */
  | { kind: 'given_up'; error: unknown; parsed?: { input: unknown } }

interface RunningJob {
  readonly claim: store.Claim
  readonly input: unknown
  readonly controller: AbortController
  /** Set from the end of the run until it is stored. */
  outcome: Outcome | null
}

interface HeldJob {
  readonly claim: store.Claim
  readonly input: unknown
  /** Milliseconds since the epoch. */
  readonly time: number
  cancelStart: () => void
}

interface WorkerContext extends JobDatabase {
  readonly app: AppContext
  readonly boss: PgBoss
  readonly onError: (error: unknown) => void
  /** Called when a job waits for its next attempt. */
  readonly onRetry: () => void
}

/**
 * Milliseconds before their start at which jobs are fetched. A server that fetches a job only then begins it some
 * milliseconds late, more if several servers fetch at that instant.
 */
export const fetchedAhead = 20

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** Runs the jobs of one queue. */
export class QueueWorker {
  readonly #running = new Map<string, RunningJob>()
  readonly #runs = new Set<Promise<void>>()
  /** Fetched jobs whose time has not come. */
  readonly #held = new Set<HeldJob>()
  readonly #fetching: CoalescedTask
  readonly #storing: CoalescedTask
  #locking: Promise<void> = Promise.resolve()
  /** Whether more jobs may be due than this server had room for. */
  #hasBacklog = false
  #isClosed = false

  constructor(
    private readonly context: WorkerContext,
    private readonly job: Job,
  ) {
    this.#fetching = new CoalescedTask(() => this.#fetch(), context.onError)
    this.#storing = new CoalescedTask(() => this.#exclusively(() => this.#storeOutcomes()), context.onError)
  }

  /** Fetches jobs that are due, or start within {@link fetchedAhead}, up to the limit of running ones. */
  fetch(): void {
    if (!this.#isClosed) this.#fetching.request()
  }

  /**
   * Marks running jobs as alive, aborts those that this server lost or that nobody needs, and stores outcomes that
   * could not be stored before.
   */
  async heartbeat(): Promise<void> {
    // A clock that was set forward passes the time of a job without its timer.
    for (const held of this.#held) if (held.time < this.context.clock.now()) this.#holdAgain(held)
    this.#storing.request()
    await this.#exclusively(() => this.#markAlive())
    if (!this.job.isNeeded) return
    for (const { input, controller } of this.#running.values())
      if (!(await this.job.isNeeded(this.context.app, input))) controller.abort(new JobCancelled())
  }

  /** Whether no job runs. Jobs whose time has not come do not count. */
  get isIdle(): boolean {
    return this.#running.size === 0 && !this.#fetching.isRunning && !this.#storing.isRunning
  }

  /** Resolves when the running jobs have ended and their outcomes are stored. */
  async settled(): Promise<void> {
    await this.#fetching.settled()
    await Promise.all(this.#runs)
    await this.#storing.settled()
  }

  /** Fetches no more jobs, aborts the running ones, and resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#fetching.settled()
    const held = [...this.#held]
    this.#held.clear()
    for (const { cancelStart } of held) cancelStart()
    if (held.length > 0) await this.#release(held.map(({ claim }) => claim))
    for (const { controller } of this.#running.values()) controller.abort(new ServerStopping())
    await this.settled()
  }

  /** Runs statements that lock several jobs one after the other, because in different orders they would deadlock. */
  #exclusively(work: () => Promise<void>): Promise<void> {
    const done = this.#locking.then(work)
    this.#locking = done.catch(() => {})
    return done
  }

  async #markAlive(): Promise<void> {
    const running = [...this.#running.values()]
    if (running.length === 0) return
    const claims = running.map(({ claim }) => claim)
    const owned = await store.heartbeat(this.context, this.job.name, claims)
    for (const { claim, controller, outcome } of running)
      if (outcome === null && !owned.has(claim.id)) controller.abort(new JobTakenOver())
  }

  async #fetch(): Promise<void> {
    // Jobs that end at the same moment are stored together.
    await nextTurn()
    const executing = [...this.#running.values()].filter(({ outcome }) => outcome === null).length
    const capacity = this.job.concurrency - executing - this.#held.size
    if (capacity <= 0) this.#hasBacklog = true
    if (capacity <= 0 || this.#isClosed) return
    const jobs = await fetchJobs(this.context, this.job, { batchSize: capacity, ahead: fetchedAhead })
    this.#hasBacklog = jobs.length === capacity
    for (const { id, data, retryCount, startAfter } of jobs)
      this.#hold({
        ...{ claim: { id, retryCount }, input: data },
        ...{ time: new Date(startAfter).getTime(), cancelStart: () => {} },
      })
  }

  /** Starts a job as soon as its time has passed. If the clock was set back, that is far off, and the job returns to its queue. */
  #hold(held: HeldJob): void {
    const wait = held.time + 1 - this.context.clock.now()
    if (wait <= 0) this.#start(held)
    else if (wait > fetchedAhead) this.#track(this.#release([held.claim]))
    else {
      this.#held.add(held)
      held.cancelStart = this.context.clock.after(wait, () => this.#holdAgain(held))
    }
  }

  #holdAgain(held: HeldJob): void {
    held.cancelStart()
    this.#held.delete(held)
    this.#hold(held)
  }

  #release(claims: readonly store.Claim[]): Promise<void> {
    return store.release(this.context, this.job.name, claims).catch(this.context.onError)
  }

  /** Lets `settled` wait for work. */
  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#runs.delete(tracked))
    this.#runs.add(tracked)
  }

  #start({ claim, input }: HeldJob): void {
    const running: RunningJob = { claim, input, controller: new AbortController(), outcome: null }
    this.#running.set(claim.id, running)
    const end = () => {
      this.#storing.request()
      if (this.#hasBacklog) this.fetch()
    }
    this.#track(this.#run(running).finally(end))
  }

  async #run(running: RunningJob): Promise<void> {
    const { job, context } = this
    const { claim, controller } = running
    const parsed = job.input.safeParse(running.input)
    if (!parsed.success) {
      running.outcome = { kind: 'given_up', error: new Error('The stored input of the job is not valid.') }
      return
    }
    try {
      if (claim.retryCount >= job.retry.attempts) throw new Error('Each attempt ended with a killed server.')
      await job.run(context.app, parsed.data, {
        signal: controller.signal,
        assertOwned: async tx => {
          if (!(await store.isOwned(tx, job.name, claim))) throw new JobTakenOver()
        },
      })
      running.outcome = { kind: 'done' }
    } catch (error) {
      running.outcome = this.#outcomeOf(running, { error, input: parsed.data })
    }
  }

  #outcomeOf({ claim, controller }: RunningJob, { error, input }: { error: unknown; input: unknown }): Outcome {
    const reason = controller.signal.aborted ? controller.signal.reason : error
    if (reason instanceof JobTakenOver) return { kind: 'taken_over' }
    if (reason instanceof JobCancelled) return { kind: 'done' }
    if (reason instanceof ServerStopping) return { kind: 'released' }
    const isLastAttempt = claim.retryCount + 1 >= this.job.retry.attempts
    return isLastAttempt ? { kind: 'given_up', error, parsed: { input } } : { kind: 'failed', error }
  }

  /** Stores how jobs ended, in one statement for all that end at the same moment. */
  async #storeOutcomes(): Promise<void> {
    await nextTurn()
    const { context, job } = this
    const ended = [...this.#running.values()].filter(running => running.outcome !== null)
    const claimsOf = (kind: Outcome['kind']) =>
      ended.filter(({ outcome }) => outcome?.kind === kind).map(({ claim }) => claim)
    const done = claimsOf('done')
    if (done.length > 0) {
      await store.complete(context, job.name, done)
      context.app.metrics.jobs.inc({ name: job.name, outcome: 'done' }, done.length)
    }
    const released = claimsOf('released')
    if (released.length > 0) await store.release(context, job.name, released)
    for (const { id } of [...done, ...released, ...claimsOf('taken_over')]) this.#running.delete(id)
    for (const { claim, outcome } of ended) {
      if (outcome?.kind !== 'failed' && outcome?.kind !== 'given_up') continue
      await this.#storeFailure(claim, outcome).catch(context.onError)
    }
  }

  async #storeFailure(claim: store.Claim, outcome: Extract<Outcome, { kind: 'failed' | 'given_up' }>): Promise<void> {
    const { context, job } = this
    const { error } = outcome
    const isFinal = outcome.kind === 'given_up'
    if (isFinal && outcome.parsed) await job.onGivenUp?.(context.app, outcome.parsed.input)
    const errorName = error instanceof Error ? error.name : 'unknown'
    await store.fail(context, job.name, { claim, isFinal, errorName })
    this.#running.delete(claim.id)
    context.app.metrics.jobs.inc({ name: job.name, outcome: outcome.kind })
    const entry = { err: error, job: job.name, id: claim.id }
    if (isFinal) context.app.log.error(entry, 'A job was given up.')
    else context.app.log.warn(entry, 'A job failed; trying again.')
    if (!isFinal) context.onRetry()
  }
}
