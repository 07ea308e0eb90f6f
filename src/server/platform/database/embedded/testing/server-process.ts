import { lockDataFolder } from '../data-lock'
import { startEmbeddedPostgres } from '../embedded-postgres'
import { runSql } from './sql'

/**
 * A server reduced to its hold on the database, for tests that kill it: takes the data folder named first, starts PostgreSQL in
 * it and tells its parent. Asked to end by SIGINT it still writes before it stops PostgreSQL, as a server does that has work left.
 */
const [dataFolder = '', copyPlace = ''] = process.argv.slice(2)
/** Given instead of a place for copies: takes the folder and no more. */
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

// Keeps this process alive for as long as its parent.
process.on('message', () => {})
serve().catch((error: Error) => {
  process.send?.({ error: error.message })
  process.exitCode = 1
  process.disconnect()
})
