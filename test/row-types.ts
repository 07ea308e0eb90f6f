import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  is_nullable: boolean
  is_generated: boolean
  has_default: boolean
  /** The texts that a check constraint allows, if it lists any. */
  one_of: string | null
}

/** The driver's JavaScript type for each PostgreSQL type; platform/database/connection.ts sets the parsers. */
const types: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'string',
  tsvector: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
}

/**
 * Generates `src/server/platform/database/schema.generated.ts` from the tables of a migrated database. Throws for an
 * unknown PostgreSQL type.
 */
export async function rowTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format('%s', t.typname) as type, not a.attnotnull as is_nullable,
      a.attgenerated <> '' or a.attidentity = 'a' as is_generated, a.atthasdef as has_default,
      (
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
      ) as one_of
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and c.relname <> 'migrations'
    order by c.relname, a.attnum`)
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Made from the migrated database by \`npm run rows\`; a test compares it with the migrations. Do not edit it.

/** JSON is written as an object or as text: the driver would take an array for one of PostgreSQL. */
type WrittenJson = Record<string, unknown> | string
type Json = ColumnType<unknown, WrittenJson, WrittenJson>
type JsonOrNull = ColumnType<unknown, WrittenJson | null, WrittenJson | null>
type JsonWithDefault = ColumnType<unknown, WrittenJson | undefined, WrittenJson>

/** Rows by table. Instants are ISO texts, ids are numbers. */
export interface Schema {
${[...tables].map(([table, columns]) => `  ${table}: {\n${columns.map(line).join('')}  }\n`).join('')}}
`
}

function line(column: Column): string {
  if (typeOf(column) === 'Json') {
    const json = column.is_nullable ? 'JsonOrNull' : column.has_default ? 'JsonWithDefault' : 'Json'
    return `    ${column.name}: ${json}\n`
  }
  const base = `${typeOf(column)}${column.is_nullable ? ' | null' : ''}`
  if (column.is_generated) return `    ${column.name}: GeneratedAlways<${base}>\n`
  return `    ${column.name}: ${column.has_default ? `Generated<${base}>` : base}\n`
}

function typeOf({ table, name, type, one_of }: Column): string {
  const texts = one_of?.match(/'(?:[^']|'')*'(?=::text)/g)
  if (texts) return texts.join(' | ')
  const known = type.startsWith('_') ? types[type.slice(1)] : types[type]
  if (!known) throw new Error(`${table}.${name} is a ${type}; say in test/row-types.ts what the driver answers for it.`)
  return type.startsWith('_') ? `${known}[]` : known
}
