import { runStatement, type Tx } from '../../../platform/database/connection'
import { type ExportRule, exportRules } from './rules'

const rowsAtOnce = 500

export interface ArchiveScope {
  organization_id: number
  /** Whose view it is; null for everything of the organisation. */
  viewer: number | null
  migrations: readonly string[]
}

export interface TableOfRows {
  name: string
  columns: string[]
}

/** The rows of one organisation, at one moment. */
export interface OrganisationRows {
  organization_name: string
  tables: TableOfRows[]
  /** One JSON object for each row, in the order of the key. */
  linesOf(table: TableOfRows): AsyncIterable<string>
}

/**
 * Opens the rows of an organisation in the transaction, which sees one moment and is limited to the organisation; every
 * query names the organisation as well.
 */
export async function rowsOf(tx: Tx, scope: ArchiveScope): Promise<OrganisationRows> {
  await runStatement(tx, `set local timezone = 'UTC'`, [])
  const [organisation] = await runStatement<{ name: string }>(tx, 'select name from organizations where id = $1', [
    scope.organization_id,
  ])
  if (!organisation) throw new Error(`There is no organisation ${scope.organization_id}.`)
  const people = await authorsOf(tx, scope)
  const tables = await columnsOf(tx, names)
  return {
    organization_name: organisation.name,
    tables,
    linesOf: table => linesOf(tx, table, { ...scope, people }),
  }
}

const exported = (rule: ExportRule | undefined) => (rule && !('leftOut' in rule) ? rule : undefined)
const names = Object.keys(exportRules).filter(name => exported(exportRules[name]))

/** Tables with the columns that are stored, by name. */
export async function columnsOf(tx: Tx, names: readonly string[]): Promise<TableOfRows[]> {
  return runStatement<TableOfRows>(
    tx,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
    [names],
  )
}

/** Everybody to whom a row of the organisation refers. */
async function authorsOf(tx: Tx, { organization_id }: ArchiveScope): Promise<number[]> {
  const columns = await runStatement<{ table: string; column: string }>(
    tx,
    `select c.conrelid::regclass::text as table, a.attname as column
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conrelid::regclass::text = any ($1)
     order by 1, 2`,
    [names],
  )
  const sources = [...columns, { table: 'audit', column: 'actor_id' }, { table: 'screens', column: 'user_id' }]
  const found = sources.map(({ table, column }) => {
    const key = table === 'organizations' ? 'id' : 'organization_id'
    return `select "${column}" as id from "${table}" where ${key} = $1`
  })
  const rows = await runStatement<{ id: number }>(
    tx,
    `select id from users where id in (${found.join(' union ')}) order by id`,
    [organization_id],
  )
  return rows.map(({ id }) => id)
}

async function* linesOf(
  tx: Tx,
  { name, columns }: TableOfRows,
  { organization_id, viewer, people }: ArchiveScope & { people: number[] },
): AsyncGenerator<string> {
  const rule = exported(exportRules[name])
  if (!rule) return
  const values = columns.map(column => {
    const other = rule.columns?.[column]
    return other ? `${other.value} as "${column}"` : `"${column}"`
  })
  const isOfPeople = name === 'users'
  const which = isOfPeople ? 'id = any ($3::bigint[])' : `${name === 'organizations' ? 'id' : 'organization_id'} = $1`
  const seen = viewer === null || !rule.seenBy ? '' : `and (${rule.seenBy})`
  // A cursor takes parameters, but their types must be clear although not every query uses them.
  const given = 'cross join (select $1::bigint, $2::bigint, $3::bigint[]) given'
  yield* linesOfQuery(
    tx,
    `select ${values.join(', ')} from "${name}" where ${which} ${seen} order by ${await keyOf(tx, name)}`,
    [organization_id, viewer, people],
    given,
  )
}

/** The rows of a query as JSON objects, some at once. */
export async function* linesOfQuery(
  tx: Tx,
  query: string,
  values: readonly unknown[],
  join = '',
): AsyncGenerator<string> {
  const statement = `declare export no scroll cursor for select to_jsonb(r)::text as line from (${query}) r ${join}`
  await runStatement(tx, statement, [...values])
  for (let more = true; more; ) {
    const rows = await runStatement<{ line: string }>(tx, `fetch ${rowsAtOnce} from export`, [])
    for (const { line } of rows) yield line
    more = rows.length === rowsAtOnce
  }
  await runStatement(tx, 'close export', [])
}

/** The columns of the primary key, or the first one. */
export async function keyOf(tx: Tx, name: string): Promise<string> {
  const rows = await runStatement<{ column: string }>(
    tx,
    `select a.attname as column from pg_index i
     cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [name],
  )
  return rows.length > 0 ? rows.map(({ column }) => `"${column}"`).join(', ') : '1'
}
