import pg from 'pg'
import { listActivity } from '#shared/contract/activity/endpoints'
import { readDashboard } from '#shared/contract/dashboard/endpoints'
import { logsByIds, readLogs, searchLogs, writeLog } from '#shared/contract/logs/endpoints'
import { type SearchAnswer, search } from '#shared/contract/search/endpoints'
import { listMyTasks } from '#shared/contract/tasks/endpoints'
import { servingRole } from '../../src/server/platform/database/migrate'
import { closeAll } from '../../test/closing'
import { databaseUrl, tidy } from '../../test/server-process'
import { startStreamingPair } from '../../test/streaming-replica'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { computedBy, familyOf } from '../memory'
import { type Owner, type Product, plantLogs, shotOf, startProduct } from '../product'
import type { Row } from '../table'
import { type Shot, Wire } from '../wire'

const logs = 20_000
const tasks = 2_000
const readsEachRound = 60
const writesEachRound = 25

type Pair = Awaited<ReturnType<typeof startStreamingPair>>

/**
 * What a replica takes away from the database: the processor time of the database for 1,000 reads of each kind, beside the
 * same reads at a server that knows no replica (the floor). Then how often the replica answers somebody who reads right
 * after they wrote, and whether they find what they wrote.
 */
export const replica: Part = async bench => {
  const pair = await startStreamingPair()
  bench.atEnd(async () => {
    await closeAll()
    await tidy()
  })
  const shared = {
    DATABASE_URL: databaseUrl(pair.primary.connection, 'wheelhouse'),
    SECRET: 'the-root-of-all-keys-of-the-bench-0123456789',
    // Background jobs would compute in between.
    ROLES: 'web',
  }
  const standby = databaseUrl(pair.standby.connection, 'wheelhouse')
  const using = await startNode(bench, 'with-replica', { ...shared, DATABASE_REPLICA_URL: standby })
  const alone = await startNode(bench, 'without-replica', shared)
  const owner = await bench.newOwner(using)
  await plant(pair, owner)
  await hasCaughtUp(pair)
  const counting = new pg.Client({ ...pair.standby.connection, ssl: false })
  await counting.connect()
  bench.atEnd(() => counting.end())
  const [here, there] = [await Server.of(pair, counting, using, owner), await Server.of(pair, counting, alone, owner)]
  return [...(await reading(here, there)), ...(await readingBack(here, there))]
}

async function startNode(bench: BenchContext, name: string, settings: Record<string, string>): Promise<Product> {
  const node = await startProduct(await bench.newFolder(name), settings)
  bench.atEnd(node.stop)
  return node
}

async function plant({ primary }: Pair, owner: Owner): Promise<void> {
  const client = new pg.Client({ ...primary.connection, ssl: false })
  await client.connect()
  await plantLogs(client, owner, logs)
  const { organization_id, user_id } = owner
  await client.query('set session_replication_role = origin')
  await client.query(
    `with branch as (select id from branches where organization_id = $1 order by id limit 1), made as (
       insert into tasks (organization_id, branch_id, title, description, excerpt, status, priority, labels, source,
         checklist, created_at, updated_at, deadline, reporter_id)
       select $1, branch.id, 'Task ' || nr || ' with a title of the usual length', '', 'As the ticket says.', 'todo', 'normal',
         array['Ticket ' || nr], 'person', '[]', now(), now(), now() + make_interval(mins => nr * 7), $2
       from branch, generate_series(1, $3::int) nr returning id
     )
     insert into task_assignees (organization_id, task_id, user_id, place) select $1, id, $2, 1 from made`,
    [organization_id, user_id, tasks],
  )
  await client.query('vacuum analyze')
  await client.end()
}

/** Waits until the replica has all that the database wrote so far. */
async function hasCaughtUp({ primary, standby }: Pair): Promise<void> {
  const [now] = await primary.ask<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  const isThere = async () =>
    (await standby.ask<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [now?.lsn]))[0]
      ?.there
  while (!(await isThere())) await new Promise(resolve => setTimeout(resolve, 100))
}

/** One of the two servers, as its owner calls it. */
class Server {
  #answered = 0

  private constructor(
    private readonly pair: Pair,
    private readonly owner: Owner,
    private readonly wire: Wire,
    private readonly counting: pg.Client,
    readonly kinds: Readonly<Record<string, Shot>>,
  ) {}

  static async of(pair: Pair, counting: pg.Client, { port }: Product, owner: Owner): Promise<Server> {
    const here = { ...owner, port }
    const rows = await pair.primary.ask<{ id: string }>('select id from logs order by id desc limit 1')
    return new Server(pair, here, new Wire(port), counting, {
      'a timeline': shotOf(here, readLogs, { doc_id: owner.doc_id }),
      'a list of 50 logs': shotOf(here, searchLogs, { limit: 50 }),
      'one log': shotOf(here, logsByIds, { doc_log_ids: [Number(rows[0]?.id)] }),
      'own tasks': shotOf(here, listMyTasks, { limit: 50 }),
      search: shotOf(here, search, { query: 'ticket 777' }),
      'the dashboard': shotOf(here, readDashboard, {}),
      Activity: shotOf(here, listActivity, {}),
    })
  }

  /** The milliseconds of processor time of the database for 1,000 reads, and how many of these reads the replica answered. */
  async read(kind: string): Promise<{ computed: number; elsewhere: number }> {
    const shot = this.kinds[kind]
    if (!shot) throw new Error(`${kind} is not read.`)
    const database = () => computedBy(familyOf(this.pair.primary.pid))
    const before = database()
    let elsewhere = 0
    for (let nr = 0; nr < readsEachRound; nr += 1) if ((await this.ask(shot)).isElsewhere) elsewhere += 1
    return { computed: ((database() - before) / readsEachRound) * 1_000, elsewhere }
  }

  /** Writes a log with a new word and searches for it at once. */
  async readBack(word: string): Promise<{ isFound: boolean; isElsewhere: boolean; took: number }> {
    const { doc_id } = this.owner
    await this.wire.ask(shotOf(this.owner, writeLog, { doc_id, content: `The ${word} is back.` }))
    const { answer, ...rest } = await this.ask(shotOf(this.owner, search, { query: word }))
    const { data } = JSON.parse(answer) as { data: SearchAnswer }
    return { isFound: data.hits.length === 1, ...rest }
  }

  /** The answer, the milliseconds until it came, and whether the replica gave it. */
  private async ask(shot: Shot): Promise<{ answer: string; took: number; isElsewhere: boolean }> {
    const began = performance.now()
    const answer = await this.wire.ask(shot)
    const took = performance.now() - began
    const before = this.#answered
    this.#answered = await this.answered()
    return { answer, took, isElsewhere: this.#answered > before }
  }

  /** The number of statements of the product at the replica, but for those with which it asks how far the replica is. */
  private async answered(): Promise<number> {
    const { rows } = await this.counting.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
       where userid = (select oid from pg_roles where rolname = $1)
         and query !~* '^(begin|commit|rollback)|set_config|event_counters|pg_is_in_recovery'`,
      [servingRole],
    )
    return rows[0]?.calls ?? 0
  }
}

async function reading(here: Server, there: Server): Promise<Row[]> {
  const kinds = Object.keys(here.kinds)
  const found = new Map(kinds.map(kind => [kind, { product: [] as number[], floor: [] as number[] }]))
  const shares: number[] = []
  for (let round = -1; round < rounds; round++) {
    let elsewhere = 0
    for (const [kind, { product, floor }] of found) {
      const [without, using] = [await there.read(kind), await here.read(kind)]
      elsewhere += using.elsewhere
      // The first round warms up.
      if (round < 0) continue
      floor.push(without.computed)
      product.push(using.computed)
    }
    if (round >= 0) shares.push((elsewhere / (readsEachRound * kinds.length)) * 100)
  }
  const sum = (which: 'product' | 'floor') =>
    Array.from({ length: rounds }, (_, round) =>
      [...found.values()].reduce((all, figures) => all + (figures[which][round] ?? 0) / kinds.length, 0),
    )
  const whole = { product: sum('product'), floor: sum('floor') }
  return [
    { what: 'Database, 1,000 reads, as many of each kind, beside no replica', unit: 'ms', ...whole, aim: null },
    ...[...found].map(([kind, figures]) => ({ what: `… ${kind}`, unit: 'ms', ...figures, aim: null })),
    { what: '… of all reads, those that the replica answered', unit: '%', product: shares, floor: null, aim: null },
  ]
}

async function readingBack(here: Server, there: Server): Promise<Row[]> {
  const [found, elsewhere] = [[] as number[], [] as number[]]
  const took = { product: [] as number[], floor: [] as number[] }
  const all = async (server: Server, word: string) => {
    const seen: Awaited<ReturnType<Server['readBack']>>[] = []
    for (let nr = 0; nr < writesEachRound; nr += 1) seen.push(await server.readBack(`${word}x${nr}`))
    return seen
  }
  for (let round = 0; round < rounds; round++) {
    const [without, using] = [await all(there, `without${round}`), await all(here, `using${round}`)]
    found.push((using.filter(({ isFound }) => isFound).length / writesEachRound) * 100)
    elsewhere.push((using.filter(({ isElsewhere }) => isElsewhere).length / writesEachRound) * 100)
    took.product.push(
      percentile(
        using.map(one => one.took),
        0.5,
      ),
    )
    took.floor.push(
      percentile(
        without.map(one => one.took),
        0.5,
      ),
    )
  }
  const alone = { unit: '%', floor: null }
  return [
    { what: 'Search right after one’s own write that finds it', ...alone, product: found, aim: { atLeast: 100 } },
    { what: '… that the replica answered', ...alone, product: elsewhere, aim: null },
    { what: '… p50, beside no replica', unit: 'ms', ...took, aim: null },
  ]
}
