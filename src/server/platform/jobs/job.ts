import type { z } from 'zod'
import type { AppContext } from '../app-context'
import type { Tx } from '../database/connection'

/** `delaySeconds` is the wait before the second attempt; it doubles with each further one. */
export interface Retry {
  readonly attempts: number
  readonly delaySeconds: number
}

/** One attempt at a job. */
export interface JobRun {
  /**
   * Aborts with {@link ServerStopping}, with {@link JobTakenOver} when another server works on the job, or with {@link JobCancelled}.
   * `run` rejects when it stops early because of it. A job that a stopping server interrupts starts again on the next server, and
   * this attempt does not count.
   */
  readonly signal: AbortSignal
  /** Throws {@link JobTakenOver} if another server works on the job. Otherwise no server can take it over until `tx` ends. */
  assertOwned(tx: Tx): Promise<void>
}

/** Background work. It starts after the transaction that enqueued it was committed. */
export interface Job<S extends z.ZodType = z.ZodType> {
  readonly name: string
  /** The job's input: ids, never what people wrote, because row level security does not cover the table of jobs. */
  readonly input: S
  /** How many of these jobs one server runs at the same time. */
  readonly concurrency: number
  readonly retry: Retry
  /** Whether some of these jobs have a higher or lower `priority` than others. Fetching few of many then sorts them all. */
  readonly isPrioritized: boolean
  /** May run more than once for the same job: a server can be killed at any moment. */
  run(app: AppContext, input: z.output<S>, jobRun: JobRun): Promise<void>
  /** Checked regularly while the job runs; `false` cancels it. */
  isNeeded?(app: AppContext, input: z.output<S>): Promise<boolean>
  /** Runs after the last attempt failed, or after each attempt ended with a killed server. */
  onGivenUp?(app: AppContext, input: z.output<S>): Promise<void>
}

/** Background work that one server starts at the times of a cron expression (UTC). */
export interface Schedule {
  readonly name: string
  readonly cron: string
  run(app: AppContext, jobRun: JobRun): Promise<void>
  /** As of a {@link Job}. */
  onGivenUp?(app: AppContext): Promise<void>
}

type JobOptions<S extends z.ZodType> = Omit<Job<S>, 'name' | 'concurrency' | 'retry' | 'isPrioritized'> &
  Partial<Pick<Job<S>, 'concurrency' | 'retry' | 'isPrioritized'>>

const defaultRetry: Retry = { attempts: 3, delaySeconds: 5 }

/** Declares a job; the manifest of its feature registers it. */
export function job<S extends z.ZodType>(name: string, options: JobOptions<S>): Job<S> {
  return { concurrency: 1, retry: defaultRetry, isPrioritized: false, ...options, name }
}

/** Declares recurring work. After a time without any server it runs once, soon after the start. */
export function schedule(
  name: string,
  cron: string,
  run: Schedule['run'],
  options: Pick<Schedule, 'onGivenUp'> = {},
): Schedule {
  return { name, cron, run, ...options }
}

export class ServerStopping extends Error {
  override name = 'ServerStopping'
}

export class JobTakenOver extends Error {
  override name = 'JobTakenOver'
}

export class JobCancelled extends Error {
  override name = 'JobCancelled'
}
