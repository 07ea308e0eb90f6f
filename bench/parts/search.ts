import { search as searchEndpoint } from '#shared/contract/search/endpoints'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { asOwner, type Owner, type Product, shotOf } from '../product'
import { median, type Row } from '../table'
import { type Shot, Wire } from '../wire'

const logs = 100_000
const logbooks = 20
const askedEachRound = 40

/**
 * The queries, and the words that the bare statement searches. All logs have `pads`, every tenth `derailleur`, every
 * 20,000th `lantern`.
 */
const questions = [
  { kind: 'a rare word', query: 'lantern', bare: 'lantern' },
  { kind: 'a word in every tenth log', query: 'derailleur', bare: 'derailleur' },
  { kind: 'a word in every log', query: 'pads', bare: 'pads' },
  { kind: 'two words', query: 'pads lantern', bare: 'pads & lantern' },
  { kind: 'a beginning', query: 'lant', bare: 'lant:*' },
  { kind: 'a mistyped word', query: 'lanterm', bare: 'lantern' },
  { kind: 'two mistyped words', query: 'padds lanterm', bare: 'pads & lantern' },
  { kind: 'nonsense', query: 'xqzwvvy', bare: 'xqzwvvy' },
] as const

/**
 * Search over 100,000 logs of 20 logbooks and a dictionary of 20,000 words: by their owner, and by somebody who may
 * read one logbook only.
 */
export const search: Part = async bench => {
  const product = await bench.product()
  const [owner, guest] = [await bench.newOwner(product), await bench.newOwner(product)]
  await seed(product, owner, guest)
  const visitor = { ...guest, organization_id: owner.organization_id }
  const wire = new Wire(product.port)
  /** Milliseconds for each answer. */
  const times = async (shot: Shot): Promise<number[]> => {
    const taken: number[] = []
    while (taken.length < askedEachRound) {
      const began = performance.now()
      await wire.ask(shot)
      taken.push(performance.now() - began)
    }
    return taken
  }
  const all: number[] = []
  const visitors: number[] = []
  const each = questions.map(() => ({ product: [] as number[], bare: [] as number[] }))
  for (const { query } of questions) await times(shotOf(owner, searchEndpoint, { query }))
  await asOwner(product.dataDir, async client => {
    const bareTimes = async (words: string): Promise<number[]> => {
      const taken: number[] = []
      while (taken.length < askedEachRound) {
        const began = performance.now()
        await client.query({
          name: 'bare search',
          text: `select id, doc_id, title, content, created_at from logs
            where organization_id = $1 and words @@ own_query($1, to_tsquery('simple', $2)) order by created_at desc limit 20`,
          values: [owner.organization_id, words],
        })
        taken.push(performance.now() - began)
      }
      return taken
    }
    for (let round = 0; round < rounds; round++) {
      const byOwner: number[] = []
      const byVisitor: number[] = []
      for (const [index, { query, bare }] of questions.entries()) {
        each[index]?.bare.push(median(await bareTimes(bare)))
        const taken = await times(shotOf(owner, searchEndpoint, { query }))
        each[index]?.product.push(median(taken))
        byOwner.push(...taken)
        byVisitor.push(...(await times(shotOf(visitor, searchEndpoint, { query }))))
      }
      all.push(percentile(byOwner, 0.95))
      visitors.push(percentile(byVisitor, 0.95))
    }
  })
  wire.close()
  const whole = { unit: 'ms', floor: null, aim: { atMost: 50 } }
  return [
    { what: 'Search, 100,000 logs, eight kinds of questions, p95', ...whole, product: all },
    { what: '… by somebody who may read a twentieth of them, p95', ...whole, product: visitors },
    ...questions.map(({ kind }, index) => ({
      what: `… ${kind}, p50, beside the bare statement`,
      unit: 'ms',
      product: each[index]?.product ?? [],
      floor: each[index]?.bare ?? [],
      aim: null,
    })),
  ] satisfies Row[]
}

/** Inserts the owner's data directly. The guest becomes a member who may read the last logbook. */
async function seed({ dataDir }: Product, { organization_id, user_id }: Owner, guest: Owner): Promise<void> {
  await asOwner(dataDir, async client => {
    await client.query("set session_replication_role = 'replica'; set maintenance_work_mem = '256MB'")
    await client.query(
      `insert into memberships (organization_id, user_id, org_role, joined_at) values ($1, $2, 'member', now())`,
      [organization_id, guest.user_id],
    )
    const { rows } = await client.query<{ id: number }>(
      `insert into documents (organization_id, name, type, access, created_by, created_at, updated_at)
       select $1, 'Logbook ' || n, 'logbook', case n when $3 then 'organisation' else 'private' end, $2, now(), now()
       from generate_series(1, $3::int) n returning id`,
      [organization_id, user_id, logbooks],
    )
    const ids = rows.map(row => row.id)
    await client.query(
      'insert into last_writes (organization_id, doc_id, written_at, written_by) select $1, id, now(), $2 from unnest($3::bigint[]) id',
      [organization_id, user_id, ids],
    )
    // Words of three syllables, the first of them most frequent.
    await client.query(
      `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
       select $1, ($3::bigint[])[1 + n % $4::int], 'Ticket ' || n, concat_ws(' ', 'Pads changed on ticket', n,
         case when n % 10 = 0 then 'derailleur' end, case when n % 20000 = 0 then 'lantern' end, (
           select string_agg(s[1 + w % 27] || s[1 + w / 27 % 27] || s[1 + w / 729 % 27], ' ')
           from (
             select (power(random(), 3) * 19682)::int as w, string_to_array(
               'ba ke ri mo lu tan sel fir gon hup dar mek vis pol zun cha bri klo stu fra nei wou gla sma pri tre ol', ' ') as s
             from generate_series(1, 12 + n % 2)
           ) made
         )), $2, now() - make_interval(mins => n)
       from generate_series($5::int, 1, -1) n`,
      [organization_id, user_id, ids, logbooks, logs],
    )
    await client.query(
      `insert into known_words (organization_id, word)
       select distinct organization_id, words_to_know(words) from logs where organization_id = $1
       on conflict do nothing`,
      [organization_id],
    )
    await client.query('vacuum analyze logs')
    await client.query('vacuum analyze known_words')
  })
}
