import { join } from 'node:path'
import { requireNoUnfinishedRestore } from './operations/restore-marker'
import { systemClock } from './platform/clock'
import { lockDataFolder } from './platform/database/embedded/data-lock'
import { startPostgres } from './platform/database/embedded/keep-running'
import { makeLog } from './platform/log'
import { checkBucket } from './platform/objects/s3-endpoint'
import { loadSecrets } from './platform/secrets'
import { StartupError } from './platform/startup-error'
import { isStorageFull } from './platform/storage-full'
import { readSettings } from './settings'

/**
 * Opens the settings, the data folder and the embedded PostgreSQL, which prepares itself while this process loads the
 * rest of the program.
 */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  await checkBucket(settings)
  const log = makeLog(settings.LOG_LEVEL)
  const lock = await lockDataFolder(settings.DATA_DIR)
  requireNoUnfinishedRestore(settings.DATA_DIR)
  const secrets = loadSecrets(settings)
  const postgres = await startPostgres(settings, log, () => void import('./serve'))
  const { serve } = await import('./serve')
  const webFolder = join(import.meta.dirname, '..', 'web')
  await serve({ settings, clock: systemClock, log, lock, secrets, postgres, webFolder })
}

/** Runs a command of the operator, whose code a server does not load. */
async function runOnce(args: string[]): Promise<void> {
  const { runCommand } = await import('./operations/command')
  process.exit(await runCommand(args))
}

const [command = 'serve', ...args] = process.argv.slice(2)
const running = command === 'serve' ? start() : runOnce([command, ...args])
running.catch(error => {
  process.stderr.write(`${wordsOf(error)}\n`)
  process.exit(1)
})

/** Who runs the server reads what to change, and a stack only where nobody knows that. */
function wordsOf(error: Error): string {
  if (error instanceof StartupError) return error.message
  if (isStorageFull(error)) return `There is no room on the disk of DATA_DIR, or for more files there: ${error.message}`
  return error.stack ?? String(error)
}
