import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { testSecret } from '../../../../test/names'
import type { TestServer } from '../../../../test/test-server'
import { makeLog } from '../../platform/log'
import { readSettings } from '../../settings'
import type { CommandEnvironment } from '../instance'

const postgres = () => ({ ...inject('postgres'), port: undefined })
const urlOf = (user: string, password: string, database: string) =>
  `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(postgres().host)}`

/** Settings under which commands work on the data of a test server, as its operator would give them. */
export async function operatorOf(
  server: TestServer,
  settings: Record<string, string> = {},
): Promise<CommandEnvironment> {
  const [row] = await server.asOwner<{ name: string }>('select current_database() as name')
  const { user, password } = postgres()
  const { DATA_DIR } = server.app.context.settings
  return environmentWith({ DATABASE_URL: urlOf(user, password, row?.name ?? ''), DATA_DIR, ...settings })
}

export function environmentWith(settings: Record<string, string>): CommandEnvironment {
  return { settings: readSettings({ SECRET: testSecret, ...settings }), log: makeLog('silent') }
}

/** A new empty database whose owner is no superuser, its URL, and a folder for its server. */
export async function emptyDatabase(
  name: string,
): Promise<{ settings: Record<string, string>; drop(): Promise<void> }> {
  const run = async (statement: string) => {
    const client = new pg.Client({ ...postgres(), database: 'postgres' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create role ${name} login password 'secret' nosuperuser`)
  await run(`create database ${name} owner ${name}`)
  return {
    settings: { DATABASE_URL: urlOf(name, 'secret', name), DATA_DIR: join(inject('folder'), name) },
    drop: async () => {
      await run(`drop database ${name} with (force)`)
      await run(`drop role ${name}`)
    },
  }
}
