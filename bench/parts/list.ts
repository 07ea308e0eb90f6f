import { listDocuments } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { type Part, rounds } from '../bench-context'
import { load } from '../load'
import { asOwner, type Owner, type Product, shotOf } from '../product'
import type { Row } from '../table'
import type { Shot } from '../wire'

const documents = 10_000
/** Every n-th document is a recording, can be read by the visitor, is pinned by both, and was opened by both. */
const every = { recording: 10, shared: 200, pinned: 700, opened: 100 }
const milliseconds = 1_000

/**
 * The list of 10,000 documents, one page at a time over HTTP: for their owner, and for somebody who may read fifty of
 * them.
 */
export const list: Part = async bench => {
  const product = await bench.newProduct('list')
  const [owner, guest] = [await bench.newOwner(product), await bench.newOwner(product)]
  const middle = await seed(product, owner, guest)
  const visitor = { ...guest, organization_id: owner.organization_id }
  const lists = [
    ...Object.entries(pagesOf(owner, middle)),
    ...Object.entries(pagesOf(visitor, middle)).map(
      ([name, shot]) => [`${name}, of fifty that may be read`, shot] as const,
    ),
  ]
  const { port } = product
  const p95 = lists.map(() => [] as number[])
  for (const [, shot] of lists) await load({ port, next: () => shot }, 1, milliseconds / 4)
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, shot]] of lists.entries())
      p95[index]?.push((await load({ port, next: () => shot }, 1, milliseconds)).p95)
  }
  const slowest = Array.from({ length: rounds }, (_, round) => Math.max(...p95.map(of => of[round] ?? Number.NaN)))
  return [
    ...lists.map(([name], index) => ({
      what: `List of 10,000 documents, ${name}, p95`,
      unit: 'ms',
      product: p95[index] ?? [],
      floor: null,
      aim: null,
    })),
    { what: '… the slowest of these', unit: 'ms', product: slowest, floor: null, aim: { atMost: 50 } },
  ] satisfies Row[]
}

function pagesOf(who: Owner, middle: string): Record<string, Shot> {
  const page = (params: Input<typeof listDocuments>) => shotOf(who, listDocuments, params)
  return {
    'first page': page({}),
    'a page in the middle': page({ cursor: middle }),
    pinned: page({ only: 'pinned' }),
    'opened last': page({ only: 'opened' }),
    'a common word': page({ query: 'bay' }),
    'a rare word': page({ query: 'lantern' }),
    'a word of no name': page({ query: 'xqzwvvy' }),
    'where one may write': page({ type: 'logbook', writable: true }),
  }
}

type Client = Parameters<Parameters<typeof asOwner>[1]>[0]

/** Inserts the owner's data directly; the guest becomes a member. Returns the cursor to the middle of the list. */
async function seed({ dataDir }: Product, { organization_id, user_id }: Owner, guest: Owner): Promise<string> {
  return asOwner(dataDir, async client => {
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      `insert into memberships (organization_id, user_id, org_role, joined_at) values ($1, $2, 'member', now())`,
      [organization_id, guest.user_id],
    )
    await client.query('delete from last_writes where organization_id = $1', [organization_id])
    await client.query('delete from documents where organization_id = $1', [organization_id])
    await client.query(
      `with made as (
         insert into documents (organization_id, name, description, type, access, created_by, created_at, updated_at)
         select $1, concat_ws(' ', 'Bay', n, 'log', case when n % 3000 = 0 then 'lantern' end), repeat('Of the workshop. ', 4),
           case when n % $4 = 0 then 'diarization' when n % 3 = 0 then 'document' else 'logbook' end,
           'private', $2, now() - make_interval(mins => n), now()
         from generate_series(1, $3::int) n returning id, created_at
       )
       insert into last_writes (organization_id, doc_id, written_at, written_by) select $1, id, created_at, $2 from made`,
      [organization_id, user_id, documents, every.recording],
    )
    await share(client, organization_id, [user_id, guest.user_id])
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ id: number; at: Date }>(
      'select doc_id::int as id, written_at as at from last_writes where organization_id = $1 order by written_at offset $2 limit 1',
      [organization_id, documents / 2],
    )
    const [found] = rows
    if (!found) throw new Error('There are no documents to list.')
    return Buffer.from(JSON.stringify({ at: found.at.toISOString(), id: found.id })).toString('base64url')
  })
}

/** Grants to the last of these people, pins and opened documents of all of them, and summaries of recordings. */
async function share(client: Client, organization_id: number, people: readonly number[]): Promise<void> {
  await client.query(
    `insert into grants (organization_id, kind, subject_id, grantee_kind, grantee_id, level, granted_by, granted_at)
     select $1, 'document', id, 'user', $2, case when id % 2 = 0 then 'editor' else 'viewer' end, $2, now()
     from documents where organization_id = $1 and id % $3 = 0`,
    [organization_id, people.at(-1), every.shared],
  )
  await client.query(
    `insert into shelf_items (organization_id, user_id, doc_id, is_pinned, opened_at)
     select $1, who, id, id % $3 = 0, case when id % $4 = 0 then now() - make_interval(mins => id::int) end
     from documents cross join unnest($2::bigint[]) who
     where organization_id = $1 and (id % $3 = 0 or id % $4 = 0)`,
    [organization_id, people, every.pinned, every.opened],
  )
  await client.query(
    `insert into recordings (organization_id, doc_id, stage, has_words, duration_seconds, updated_at)
     select $1, id, 'done', true, 2280, now() from documents where organization_id = $1 and type = 'diarization'`,
    [organization_id],
  )
  await client.query(
    `insert into transcript_segments (organization_id, doc_id, speaker, starts_at, ends_at, text)
     select $1, d.id, 1 + n % 4, n, n + 1, 'What was said.' from documents d cross join generate_series(1, 100) n
     where d.organization_id = $1 and d.type = 'diarization'`,
    [organization_id],
  )
}
