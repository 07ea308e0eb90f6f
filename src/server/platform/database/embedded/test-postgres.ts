import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import type { PostgresLog } from './log-lines'

export interface TestPostgresOptions {
  /** True to write as durably as the product does; tests rarely need it, and it is slower. */
  durable?: boolean
  log?: PostgresLog
}

/** A separate PostgreSQL in a temporary folder, for tests. stop() ends it and removes the folder. */
export async function startTestPostgres({
  durable = false,
  log = () => {},
}: TestPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), durable, log }).catch(
    async error => {
      await rm(folder, { recursive: true, force: true })
      throw error
    },
  )
  // Cleans up after a test run that ends without stopping it.
  const abandon = () => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // It has already ended.
    }
    const { host } = postgres.connection
    for (const path of host.startsWith('/') ? [folder, host] : [folder]) {
      rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    }
  }
  process.once('exit', abandon)
  return {
    ...postgres,
    async stop() {
      process.off('exit', abandon)
      await postgres.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
