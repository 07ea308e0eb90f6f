import { join } from 'node:path'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { z } from 'zod'
import { makeApp } from '../../src/server/app'
import { migrations } from '../../src/server/features'
import { systemClock } from '../../src/server/platform/clock'
import { openDatabase } from '../../src/server/platform/database/database'
import { startEmbeddedPostgres } from '../../src/server/platform/database/embedded/embedded-postgres'
import { job } from '../../src/server/platform/jobs/job'
import { Jobs } from '../../src/server/platform/jobs/jobs'
import { makeLog } from '../../src/server/platform/log'
import { runAsSystem } from '../../src/server/platform/run-as'
import { loadSecrets } from '../../src/server/platform/secrets'
import { readSettings } from '../../src/server/settings'
import { type BenchContext, type Part, rounds } from '../bench-context'
import type { Row } from '../table'

const count = 10_000
const producers = 8
const batchSize = 100
const connections = 10

interface Queue {
  /** Enqueues one job, durably. */
  enqueue(): Promise<void>
  /** Resolves when no job is left. */
  drain(): Promise<void>
}

/**
 * Trivial jobs through `platform/jobs`, compared with pg-boss alone with the same batches, each on a PostgreSQL of its
 * own.
 */
export const jobs: Part = async bench => {
  const [product, bare] = [await productQueue(bench), await bareQueue(bench)]
  const figures = { product: phases(), bare: phases() }
  await measure(product, phases())
  await measure(bare, phases())
  for (let round = 0; round < rounds; round++) {
    await measure(bare, figures.bare)
    await measure(product, figures.product)
  }
  const row = (what: string, phase: keyof ReturnType<typeof phases>, aim: Row['aim']): Row => ({
    what,
    unit: '/s',
    product: figures.product[phase],
    floor: figures.bare[phase],
    aim,
  })
  return [
    row('10,000 trivial jobs, enqueued and run, beside pg-boss alone', 'total', { atLeast: 0.7 }),
    row('… enqueued, each in its own transaction, 8 at once', 'enqueued', null),
    row('… run', 'run', null),
  ]
}

export const phases = () => ({ enqueued: [] as number[], run: [] as number[], total: [] as number[] })

export async function measure(queue: Queue, into: ReturnType<typeof phases>): Promise<void> {
  const began = performance.now()
  let left = count
  const produce = async () => {
    while (left > 0) {
      left -= 1
      await queue.enqueue()
    }
  }
  await Promise.all(Array.from({ length: producers }, produce))
  const enqueued = performance.now()
  await queue.drain()
  const ended = performance.now()
  const perSecond = (milliseconds: number) => count / (milliseconds / 1000)
  into.enqueued.push(perSecond(enqueued - began))
  into.run.push(perSecond(ended - enqueued))
  into.total.push(perSecond(ended - began))
}

async function productQueue(bench: BenchContext): Promise<Queue> {
  const settings = readSettings({ DATA_DIR: await bench.newFolder('jobs'), DATABASE_POOL: String(connections) })
  const [secrets, log] = [loadSecrets(settings), makeLog('error')]
  const database = await openDatabase(settings, secrets, log, migrations)
  const { pool } = database
  const webFolder = join(settings.DATA_DIR, 'web')
  const { context } = await makeApp({ settings, clock: systemClock, log, secrets, pool, webFolder })
  let done = 0
  const trivial = job('bench.trivial', {
    input: z.object({ number: z.int() }),
    concurrency: batchSize,
    run: async () => {
      done += 1
    },
  })
  const queue = new Jobs(context)
  await queue.register([trivial], [])
  bench.atEnd(() => database.close())
  return {
    enqueue: () => runAsSystem(context, 1, ctx => queue.enqueue(ctx, trivial, { number: done })),
    async drain() {
      // Not the server of the bench, so that no job runs while jobs are enqueued, as with pg-boss alone.
      const server = new Jobs(context)
      await server.register([trivial], [])
      server.start()
      await server.whenIdle()
      await server.close()
      if (done % count !== 0) throw new Error(`${done} jobs ran.`)
    },
  }
}

/** pg-boss alone at its fastest: its own workers wait at least half a second between two batches. */
export async function bareQueue(bench: BenchContext): Promise<Queue> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(await bench.newFolder('bare-jobs'), 'postgres'),
    log: () => {},
  })
  const pool = new pg.Pool({ ...postgres.connection, max: connections })
  // A connection that the ending server closes first must not end the bench.
  pool.on('error', () => {})
  const db = { executeSql: (text: string, values: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({ db, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('trivial')
  bench.atEnd(async () => {
    await boss.stop({ graceful: false })
    await pool.end()
    await postgres.stop()
  })
  return {
    enqueue: async () => void (await boss.send('trivial', { number: 1 })),
    async drain() {
      for (;;) {
        const batch = await boss.fetch('trivial', { batchSize })
        if (batch.length === 0) return
        await boss.complete(
          'trivial',
          batch.map(({ id }) => id),
        )
      }
    },
  }
}
