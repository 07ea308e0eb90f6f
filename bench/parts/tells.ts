import { readLogs, searchLogs } from '#shared/contract/logs/endpoints'
import { search } from '#shared/contract/search/endpoints'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { asOwner, type Owner, type Product, shotOf } from '../product'
import type { Row } from '../table'
import { type Shot, Wire } from '../wire'

const logs = 60_000
const askedEachRound = 300
const missing = 999_999_999

/**
 * Whether response times reveal hidden data: a colleague's private logbook of 60,000 logs compared with a missing one,
 * and a word in 60,000 logs of another organisation compared with a word that nobody wrote. Both are requested in
 * turns.
 */
export const tells: Part = async bench => {
  const product = await bench.newProduct('tells')
  const [owner, member, other] = [
    await bench.newOwner(product),
    await bench.newOwner(product),
    await bench.newOwner(product),
  ]
  const hidden = await seed(product, owner, member, other)
  const who = { ...member, organization_id: owner.organization_id }
  const pairs: [string, hidden: Shot, missing: Shot][] = [
    [
      'POST /logs of a private logbook, beside none',
      shotOf(who, searchLogs, { doc_ids: [hidden] }),
      shotOf(who, searchLogs, { doc_ids: [missing] }),
    ],
    [
      'POST /logs by a word in a private logbook, beside none',
      shotOf(who, searchLogs, { doc_ids: [hidden], query: 'pads' }),
      shotOf(who, searchLogs, { doc_ids: [missing], query: 'pads' }),
    ],
    [
      'The timeline of a private logbook, beside none',
      shotOf(who, readLogs, { doc_id: hidden }),
      shotOf(who, readLogs, { doc_id: missing }),
    ],
    [
      'POST /logs by a word of another organisation, beside a word of nobody',
      shotOf(who, searchLogs, { query: 'acquisition' }),
      shotOf(who, searchLogs, { query: 'xylophonist' }),
    ],
    [
      'POST /search by a word of another organisation, beside a word of nobody',
      shotOf(who, search, { query: 'acquisition' }),
      shotOf(who, search, { query: 'xylophonist' }),
    ],
  ]
  const wire = new Wire(product.port)
  const time = async (shot: Shot) => {
    const began = performance.now()
    await wire.ask(shot).catch(acceptRefusal)
    return performance.now() - began
  }
  const rows: Row[] = []
  for (const [what, shown, none] of pairs) {
    const found: { product: number[]; floor: number[] } = { product: [], floor: [] }
    for (let round = -1; round < rounds; round++) {
      const times = { product: [] as number[], floor: [] as number[] }
      for (let nr = 0; nr < askedEachRound; nr++) {
        times.product.push(await time(shown))
        times.floor.push(await time(none))
      }
      // The first round warms up.
      if (round < 0) continue
      found.product.push(percentile(times.product, 0.5))
      found.floor.push(percentile(times.floor, 0.5))
    }
    rows.push({ what: `${what}, p50`, unit: 'ms', ...found, aim: { atMost: 1.1 } })
  }
  wire.close()
  return rows
}

/** An error is a valid answer here. */
function acceptRefusal(error: Error): void {
  if (!error.message.startsWith('HTTP/1.1 404')) throw error
}

/**
 * Inserts a private logbook of the owner and one of another organisation directly. The member's own logbook is small.
 * Returns the private one.
 */
async function seed({ dataDir }: Product, owner: Owner, member: Owner, other: Owner): Promise<number> {
  return asOwner(dataDir, async client => {
    await client.query(
      `insert into memberships (organization_id, user_id, org_role, joined_at) values ($1, $2, 'member', now())`,
      [owner.organization_id, member.user_id],
    )
    const { rows } = await client.query<{ id: number }>(
      `insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
       values ($1, 'Wages', 'logbook', 'private', $2, now(), now()) returning id::int`,
      [owner.organization_id, owner.user_id],
    )
    const hidden = rows[0]?.id ?? 0
    await client.query("set session_replication_role = 'replica'")
    for (const [of, doc_id, text, count] of [
      [owner, hidden, 'Pads and severance on ticket ', logs],
      [other, other.doc_id, 'Acquisition of ', logs],
      [owner, owner.doc_id, 'Chain oiled ', 500],
    ] as const) {
      await client.query(
        `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
         select $1, $2, 'Ticket ' || n, $3 || n, $4, now() - make_interval(mins => n) from generate_series($5::int, 1, -1) n`,
        [of.organization_id, doc_id, text, of.user_id, count],
      )
    }
    await client.query('vacuum analyze')
    return hidden
  })
}
