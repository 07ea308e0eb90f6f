import pg from 'pg'
import type { Connection } from '../../connection'

/** Runs one statement on a connection of its own and returns its rows. */
export async function runSql(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
