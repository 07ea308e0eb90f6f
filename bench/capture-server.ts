import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeApp } from '../src/server/app'
import { migrations } from '../src/server/features'
import { captureNow } from '../src/server/features/sources/live/feed-manager'
import { systemClock } from '../src/server/platform/clock'
import { openDatabase } from '../src/server/platform/database/database'
import { makeLog } from '../src/server/platform/log'
import { loadSecrets } from '../src/server/platform/secrets'
import { readSettings } from '../src/server/settings'

/** The request to this server: a job captures a screen repeatedly for this many milliseconds. */
export interface ToCapture {
  organization_id: number
  user_id: number
  milliseconds: number
}
/** The number of different pictures that the job received. */
export interface FromCapture {
  captured: number
}

const between = 100

/** A server with an entry point for a job, which the product does not offer from outside. */
const settings = readSettings(process.env)
const log = makeLog(settings.LOG_LEVEL)
const secrets = loadSecrets(settings)
const database = await openDatabase(settings, secrets, log, migrations)
const app = await makeApp({
  settings,
  clock: systemClock,
  log,
  secrets,
  pool: database.pool,
  webFolder: resolve('out/web'),
})

async function capture({ organization_id, user_id, milliseconds }: ToCapture): Promise<FromCapture> {
  const end = performance.now() + milliseconds
  const pictures = new Set<string>()
  const params = {
    organization_id,
    source: { kind: 'screen', user_id },
    job: { job_id: 1, name: 'Night watch' },
  } as const
  while (performance.now() < end) {
    pictures.add((await captureNow(app.context, params)).id)
    await delay(between)
  }
  return { captured: pictures.size }
}

process.on('message', (message: ToCapture) => {
  void capture(message).then(
    done => process.send?.(done),
    error => {
      throw error
    },
  )
})

const stop = async () => {
  await app.close()
  await database.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
console.log(`ready at http://127.0.0.1:${await app.listen()}`)
