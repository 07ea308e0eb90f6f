import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrations } from '../src/server/features'
import { startTestPostgres } from '../src/server/platform/database/embedded/test-postgres'
import { migrate } from '../src/server/platform/database/migrate'
import { secretsFrom } from '../src/server/platform/secrets'
import { template, testSecret } from './names'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number | undefined; user: string; password: string }
    folder: string
  }
}

/** One PostgreSQL for a whole run, with a migrated database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-files-'))
  const { host, port, user, password } = postgres.connection
  const client = new pg.Client({ ...postgres.connection })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrate(
    { ...postgres.connection, database: template },
    secretsFrom(testSecret).derive('serving role').toString('base64url'),
    migrations,
  )
  project.provide('postgres', { host, port, user, password })
  project.provide('folder', folder)
  // For what is kept longer than the test file that made it; processes that run tests may be killed at their end.
  process.env.TESTS_FOLDER = folder
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
