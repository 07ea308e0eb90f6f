import { lockDataFolder } from '../data-lock'
import { startEmbeddedPostgres } from '../embedded-postgres'
import { runSql } from './sql'

/**
 * A server reduced to its database, for tests that kill it. It locks the data folder given first, starts PostgreSQL in
 * it and messages its parent. On SIGINT it still writes before it stops PostgreSQL, like a server that finishes its
 * work.
 */
const [dataFolder = '', copyPlace = ''] = process.argv.slice(2)
/** Passed instead of a place for copies: only lock the folder. */
const lockOnly = 'lock only'

async function serve(): Promise<void> {
  await lockDataFolder(dataFolder)
  process.send?.({ locked: true })
  if (copyPlace === lockOnly) return
  const postgres = await startEmbeddedPostgres({
    dataDir: `${dataFolder}/postgres`,
    copyPlaces: [copyPlace],
    log: () => {},
  })
  process.once('SIGINT', async () => {
    await runSql(postgres.connection, 'CREATE TABLE last_words ()')
    await postgres.stop()
    process.disconnect()
  })
  process.send?.({ pid: postgres.pid, connection: postgres.connection, firstStart: postgres.firstStart })
}

// Keeps this process alive as long as its parent.
process.on('message', () => {})
serve().catch((error: Error) => {
  process.send?.({ error: error.message })
  process.exitCode = 1
  process.disconnect()
})
