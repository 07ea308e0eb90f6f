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

  constructor() {
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
    return new Map(['self' as const, ...this.#databaseProcesses].map(pid => [pid, waitOf(pid)]))
  }

  #sample(): void {
    const at = performance.now()
    while ((this.#samples[0]?.at ?? at) < at - kept) this.#samples.shift()
    this.#samples.push({ at, waits: this.#read() })
  }

  /** The milliseconds since `start` without the waits of the server and of the process of the database that waited most. */
  timeSince(start: number): number {
    const time = performance.now() - start
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
