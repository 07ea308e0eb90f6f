import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** How long the first thread of a process was ready to run but had no processor, in milliseconds; Linux counts it. */
function waitOf(pid: number | 'self'): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1_000_000
  } catch {
    // The process ended.
    return 0
  }
}

/** The counts are read this often, in milliseconds, so that a call reads none unless it was slow. */
const interval = 250
/** Older counts are dropped, in milliseconds. */
const kept = 120_000

interface Sample {
  at: number
  /** By process. */
  waits: Map<number | 'self', number>
}

/**
 * What the rest of a busy machine takes from calls: the time for which the server and its database could have worked but
 * had no processor. The time of a call without it is what the call costs by itself.
 */
export class ProcessorWaits {
  readonly #samples: Sample[] = []
  readonly #timer: NodeJS.Timeout
  #databaseProcesses: number[] = []

  /** `waitOf` and `now` are the system's own, unless a test plants others. */
  constructor(
    private readonly readWait: (pid: number | 'self') => number = waitOf,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#timer = setInterval(() => this.#sample(), interval)
    this.#timer.unref()
  }

  /** Finds the processes of the database again: connections come and go. */
  async readProcesses(pool: pg.Pool): Promise<void> {
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    this.#databaseProcesses = rows.map(({ pid }) => pid)
    this.#sample()
  }

  #read(): Map<number | 'self', number> {
    return new Map(['self' as const, ...this.#databaseProcesses].map(pid => [pid, this.readWait(pid)]))
  }

  /**
   * The moment at which a call begins. Reads the counts if the last ones are old, because the timer waits while the process
   * is busy: what an earlier call waited is no excuse for this one.
   */
  begin(): number {
    const start = this.now()
    if ((this.#samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < start - 2 * interval) this.#sample()
    return this.now()
  }

  #sample(): void {
    const at = this.now()
    while ((this.#samples[0]?.at ?? at) < at - kept) this.#samples.shift()
    this.#samples.push({ at, waits: this.#read() })
  }

  /** The milliseconds since `start` without the waits of the server and of the process of the database that waited most. */
  timeSince(start: number): number {
    const time = this.now() - start
    const before = this.#samples.findLast(({ at }) => at <= start)
    if (!before) return time
    const waited = (pid: number | 'self', now: number) => now - (before.waits.get(pid) ?? now)
    const { self = 0, ...database } = Object.fromEntries([...this.#read()].map(([pid, now]) => [pid, waited(pid, now)]))
    return time - self - Math.max(0, ...Object.values(database))
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
