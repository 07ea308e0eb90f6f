import type { Logger } from 'pino'
import { makeApp } from './app'
import { migrations } from './features'
import type { Clock } from './platform/clock'
import { openDatabase } from './platform/database/database'
import type { DataLock } from './platform/database/embedded/data-lock'
import type { SupervisedPostgres } from './platform/database/embedded/keep-running'
import type { Secrets } from './platform/secrets'
import { missingSpeech } from './platform/speech/connect'
import { storageState } from './platform/storage-full'
import { InvalidSetting, type Settings } from './settings'

interface Opened {
  settings: Settings
  clock: Clock
  log: Logger
  lock: DataLock
  secrets: Secrets
  /** null where the settings name another database. */
  postgres: SupervisedPostgres | null
  /** The folder with the built app. */
  webFolder: string
}

/** Opens the database, the app and the port in this order, and closes everything in reverse when asked to stop. */
export async function serve({ lock, postgres, ...opened }: Opened): Promise<void> {
  const { settings, log, secrets } = opened
  const database = await openDatabase(settings, secrets, log, migrations, postgres)
  const { pool, replica, owner, asOwner } = database
  const app = await makeApp({ ...opened, pool, replica, owner, asOwner }).catch(async error => {
    await database.close()
    throw error
  })
  postgres?.onNoRoom(error => storageState(app.context).recordFull(error))
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

  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  say(`Wheelhouse is ready at http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`)
  if (app.context.messenger.outbox) say(`Codes and invites are shown at http://localhost:${port}/outbox`)
  const missing = missingSpeech(settings)
  if (missing) say(`No speech model: ${missing}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
