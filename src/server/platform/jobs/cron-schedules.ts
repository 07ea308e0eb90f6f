import { createHash } from 'node:crypto'
import { Cron } from 'croner'
import { z } from 'zod'
import type { Clock } from '../clock'
import { type Job, job, type Schedule } from './job'
import { clockTolerance } from './job-store'

/** Jobs with the same scheduled time start spread over this many milliseconds. */
const jitter = 60_000

export interface DueSchedule {
  readonly name: string
  readonly cron: string
  /** The scheduled time, ISO. */
  readonly time: string
  readonly startAfter: Date
  /** Later than any claim of a server with a correct clock. */
  readonly farFuture: string
}

/** Finds the schedules that are due by the injected clock. */
export class CronSchedules {
  readonly #crons: ReadonlyMap<string, Cron>
  /** The last scheduled time of each that some server claimed, by name. */
  readonly #claimed = new Map<string, string>()

  constructor(
    private readonly clock: Clock,
    private readonly schedules: readonly Schedule[],
  ) {
    this.#crons = new Map(schedules.map(({ name, cron }) => [name, new Cron(cron, { timezone: 'UTC', paused: true })]))
  }

  /** The jobs that run the schedules. */
  jobs(): Job[] {
    return this.schedules.map(({ name, run, onGivenUp }) =>
      job(name, {
        input: z.object({}),
        run: (app, _input, jobRun) => run(app, jobRun),
        ...(onGivenUp && { onGivenUp: app => onGivenUp(app) }),
      }),
    )
  }

  /** Schedules whose latest time no server has claimed, as far as is known. */
  due(): DueSchedule[] {
    const now = this.clock.now()
    const farFuture = new Date(now + clockTolerance).toISOString()
    return this.schedules.flatMap(({ name, cron }) => {
      // `previousRuns` excludes the given second.
      const [latest] = this.#crons.get(name)?.previousRuns(1, new Date(now + 1_000)) ?? []
      if (!latest || this.#claimed.get(name) === latest.toISOString()) return []
      return [{ name, cron, time: latest.toISOString(), startAfter: new Date(now + jitterOf(name)), farFuture }]
    })
  }

  setClaimed({ name, time }: DueSchedule): void {
    this.#claimed.set(name, time)
  }
}

/** Derived from the name, so that tests can rely on it. */
const jitterOf = (name: string) => createHash('md5').update(name).digest().readUInt32BE() % jitter
