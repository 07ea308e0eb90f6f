import { runStatement, type Tx } from '../../../platform/database/connection'
import { columnsOf, keyOf, linesOfQuery, type TableOfRows } from '../archive/rows-sql'
import { type PersonRule, personRules } from './person-rules'

/** The rows about one person, of all organisations, at one moment. */
export interface PersonRows {
  displayname: string
  tables: TableOfRows[]
  /** One JSON object for each row, in the order of the key. */
  linesOf(table: TableOfRows): AsyncIterable<string>
}

const contained = (rule: PersonRule | undefined) => (rule && !('leftOut' in rule) ? rule : undefined)

/** Opens the rows about a person in a transaction that sees all rows, and one moment. */
export async function rowsOfPerson(tx: Tx, user_id: number): Promise<PersonRows> {
  await runStatement(tx, `set local timezone = 'UTC'`, [])
  const [person] = await runStatement<{ displayname: string }>(tx, 'select displayname from users where id = $1', [
    user_id,
  ])
  if (!person) throw new Error(`There is no person ${user_id}.`)
  const names = Object.keys(personRules).filter(name => contained(personRules[name]))
  return {
    displayname: person.displayname,
    tables: await columnsOf(tx, names),
    linesOf: table => linesOf(tx, table, user_id),
  }
}

async function* linesOf(tx: Tx, { name, columns }: TableOfRows, user_id: number): AsyncGenerator<string> {
  const rule = contained(personRules[name])
  if (!rule) return
  const values = columns.map(column => {
    const other = rule.columns?.[column]
    return other ? `${other.value} as "${column}"` : `"${column}"`
  })
  yield* linesOfQuery(
    tx,
    `select ${values.join(', ')} from "${name}" where ${rule.rows} order by ${await keyOf(tx, name)}`,
    [user_id],
  )
}
