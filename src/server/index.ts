import { join } from 'node:path'
import { makeApp } from './app'
import { migrations } from './features'
import { systemClock } from './platform/clock'
import { openDatabase } from './platform/database/database'
import { DataFolderInUse, lockDataFolder } from './platform/database/embedded/data-lock'
import { DatabaseNotUsable } from './platform/database/migrate'
import { makeLog } from './platform/log'
import { checkBucket } from './platform/objects/s3-endpoint'
import { loadSecrets, SecretNotUsable } from './platform/secrets'
import { InvalidSetting, readSettings } from './settings'

/**
 * Opens the settings, data folder, database, app and port in this order, and closes them in reverse when asked to stop.
 */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  await checkBucket(settings)
  const log = makeLog(settings.LOG_LEVEL)
  const lock = await lockDataFolder(settings.DATA_DIR)
  const secrets = loadSecrets(settings)
  const database = await openDatabase(settings, secrets, log, migrations)
  const webFolder = join(import.meta.dirname, '..', 'web')
  const { pool, asOwner } = database
  const options = { settings, clock: systemClock, log, secrets, pool, webFolder, asOwner }
  const app = await makeApp(options).catch(async error => {
    await database.close()
    throw error
  })
  const port = await app.listen().catch(async error => {
    await database.close()
    throw error.code === 'EADDRINUSE' ? new InvalidSetting('PORT', 'is in use by another program', '4781') : error
  })

  let stopping: Promise<void> | undefined
  const stop = (why: string, exitCode: number) => {
    stopping ??= (async () => {
      log.info(`Stopping: ${why}`)
      await app.close()
      await database.close()
      await lock.release()
      log.info('Stopped.')
      process.exit(exitCode)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal, 0))
  void database.lost.then(why => stop(why, 1))

  say(
    `Wheelhouse is ready at http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST}:${port}`,
  )
  if (app.context.messenger.outbox) say(`Codes and invites are shown at http://localhost:${port}/outbox`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

start().catch(error => {
  const expected = [InvalidSetting, DataFolderInUse, DatabaseNotUsable, SecretNotUsable].some(
    kind => error instanceof kind,
  )
  process.stderr.write(`${expected ? error.message : (error.stack ?? String(error))}\n`)
  process.exit(1)
})
