import type { Input } from '#shared/contract/endpoint'
import { readLogs } from '#shared/contract/logs/endpoints'
import { readSide } from '#shared/contract/logs/side'
import { type BenchContext, type Part, rounds } from '../bench-context'
import { load, percentile, settle } from '../load'
import { asOwner, type Owner, type Product, seedLogs, shotOf } from '../product'
import type { Row } from '../table'
import type { Shot } from '../wire'

const logs = 100_000
/** One in this many logs is of a rare writer, and one in this many has a label. */
const rare = { writer: 10_000, label: 100 }
const milliseconds = 2_000
const asked = 500

/**
 * Pages of a timeline of 100,000 logs, one at a time over HTTP, compared with a bare select of a page on the same
 * database.
 */
export const timeline: Part = async bench => {
  const product = await bench.newProduct('timeline')
  const owner = await bench.newOwner(product)
  await seedLogs(product, owner, logs)
  const pages = Object.entries(await pagesOf(bench, product, owner))
  const { port } = product
  const p95 = new Map(pages.map(([name]) => [name, [] as number[]]))
  const floor: number[] = []
  await settle(
    pages.map(([, shot]) => ({ port, next: () => shot })),
    1,
  )
  for (let round = 0; round < rounds; round++) {
    floor.push(await bareSelect(product, owner))
    for (const [name, shot] of pages) p95.get(name)?.push((await load({ port, next: () => shot }, 1, milliseconds)).p95)
  }
  const slowest = floor.map((_, round) => Math.max(...[...p95.values()].map(each => each[round] ?? Number.NaN)))
  return [
    ...[...p95].map(([name, of]) => ({
      what: `Timeline of 100,000 logs, ${name}, p95, beside a bare select`,
      unit: 'ms',
      product: of,
      floor,
      aim: null,
    })),
    { what: '… the slowest of these', unit: 'ms', product: slowest, floor: null, aim: { atMost: 10 } },
  ] satisfies Row[]
}

/** A page of each kind, in the middle where possible. */
async function pagesOf(bench: BenchContext, product: Product, owner: Owner): Promise<Record<string, Shot>> {
  const { user_id } = await bench.newOwner(product)
  const { doc_id } = owner
  const { middle, day, graph_id } = await asOwner(product.dataDir, async client => {
    await client.query('update logs set created_by = $1 where doc_id = $2 and id % $3 = 0', [
      user_id,
      doc_id,
      rare.writer,
    ])
    const { rows } = await client.query<{ id: number; day: string }>(
      `select id::int, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from logs
       where doc_id = $1 order by created_at offset $2 limit 1`,
      [doc_id, logs / 2],
    )
    const [found] = rows
    if (!found) throw new Error('There are no logs to read.')
    const graph_id = await labelSome(client, owner)
    await client.query('vacuum analyze logs, log_labels')
    return { middle: found.id, day: found.day, graph_id }
  })
  const page = (params: Omit<Input<typeof readLogs>, 'doc_id'>) => shotOf(owner, readLogs, { doc_id, ...params })
  return {
    newest: page({}),
    older: page({ end_before: middle }),
    'around a log': page({ center_id: middle }),
    'of a day': page({ on: day }),
    'with a label': page({ labels: [{ graph_id, label: 0 }] }),
    'of a rare writer': page({ user_ids: [user_id] }),
    'the data beside a day': shotOf(owner, readSide, { doc_id, on: day, files: 6 }),
  }
}

type Client = Parameters<Parameters<typeof asOwner>[1]>[0]

/** A graph with one label, which some logs carry; returns its id. */
async function labelSome(client: Client, { organization_id, doc_id }: Owner): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into graphs (organization_id, logbook_id, name, created_at, updated_at) values ($1, $2, 'Bay', now(), now())
     returning id::int`,
    [organization_id, doc_id],
  )
  const graph_id = rows[0]?.id ?? 0
  await client.query('insert into graph_labels (organization_id, graph_id, label, text) values ($1, $2, 0, $3)', [
    organization_id,
    graph_id,
    'Clear',
  ])
  await client.query(
    `insert into log_labels (organization_id, log_id, graph_id, label, created_at)
     select organization_id, id, $1, 0, created_at from logs where doc_id = $2 and id % $3 = 0`,
    [graph_id, doc_id, rare.label],
  )
  return graph_id
}

/**
 * The 95th percentile in milliseconds of selecting the newest page with a prepared statement on a separate connection,
 * without rights.
 */
function bareSelect({ dataDir }: Product, { organization_id, doc_id }: Owner): Promise<number> {
  return asOwner(dataDir, async client => {
    const select = {
      name: 'page',
      text: 'select * from logs where organization_id = $1 and doc_id = $2 order by created_at desc, id desc limit 31',
      values: [organization_id, doc_id],
    }
    const times: number[] = []
    for (let done = 0; done < asked; done++) {
      const began = performance.now()
      await client.query(select)
      times.push(performance.now() - began)
    }
    return percentile(times, 0.95)
  })
}
