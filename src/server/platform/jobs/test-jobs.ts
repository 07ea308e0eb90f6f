import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { TestClock } from '../../../../test/clock'
import type { TestServer } from '../../../../test/test-server'
import type { AppContext } from '../app-context'
import { inProcessBus } from '../bus'
import { makeMetrics } from '../metrics'
import { runAsSystem } from '../run-as'
import { type Job, type JobRun, job, type Schedule } from './job'
import { Jobs } from './jobs'

export const minute = 60_000
export const hour = 60 * minute

interface NodeParts {
  jobs?: readonly Job[]
  schedules?: readonly Schedule[]
  clock?: TestClock
  /** It ends without being closed. */
  dies?: boolean
}

/** Another server on the same database, with these jobs and a clock of its own. */
export async function node(
  server: TestServer,
  { jobs = [], schedules = [], clock = new TestClock(), dies = false }: NodeParts,
) {
  const app: AppContext = { ...server.app.context, clock, bus: inProcessBus(), metrics: makeMetrics() }
  const made = new Jobs(app)
  await made.register(jobs, schedules)
  made.start()
  if (!dies) onTestFinished(() => made.close())
  return { app, jobs: made, clock }
}

/** Enqueues jobs, each in a transaction of its own. */
export async function ask<S extends z.ZodType>(
  { app, jobs }: Awaited<ReturnType<typeof node>>,
  what: Job<S>,
  ...told: z.input<S>[]
): Promise<void> {
  for (const input of told) await runAsSystem(app, 1, ctx => jobs.enqueue(ctx, what, input))
}

/** A clock this many milliseconds ahead of the other one. */
export function later(clock: TestClock, milliseconds: number): TestClock {
  const other = new TestClock()
  other.advance(clock.now() + milliseconds - other.now())
  return other
}

let names = 0

/** A name that no other test uses. */
export function newName(): string {
  names += 1
  return `test.${process.pid}.${names}`
}

const Counted = z.object({ number: z.int() })

/** A job that records its inputs and runs extra work. */
export function counting(
  does: (number: number, jobRun: JobRun) => Promise<void> | void = () => {},
  parts: Partial<Job<typeof Counted>> = {},
) {
  const done: number[] = []
  const made = job(newName(), {
    input: Counted,
    ...parts,
    run: async (_app, { number }, jobRun) => {
      done.push(number)
      await does(number, jobRun)
    },
  })
  return { job: made, done }
}

/** A gate that a test opens. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

export const rowsOf = (server: TestServer, { name }: { name: string }) =>
  server.asOwner<{ state: string; retry_count: number; data: unknown; output: unknown }>(
    'select state::text, retry_count, data, output from pgboss.job where name = $1 order by created_on, id',
    [name],
  )
