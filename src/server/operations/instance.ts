import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../platform/clock'
import type { Connection } from '../platform/database/connection'
import { ownerConnection } from '../platform/database/database'
import { DataFolderInUse, type DataLock, lockDataFolder } from '../platform/database/embedded/data-lock'
import { connectionToRunning } from '../platform/database/embedded/embedded-postgres'
import { startPostgres } from '../platform/database/embedded/keep-running'
import type { Objects } from '../platform/objects/objects'
import { openObjects } from '../platform/objects/open'
import { addressSigner } from '../platform/objects/signed'
import { loadSecrets, type Secrets } from '../platform/secrets'
import { hasRoom, noRoomIn } from '../platform/storage-full'
import type { Settings } from '../settings'
import { OperationFailed } from './manifest'

/** What a command works on: the database and the files of a server, whether or not it runs. */
export interface Instance {
  settings: Settings
  clock: Clock
  log: Logger
  secrets: Secrets
  owner: Connection
  objects: Objects
  /** Ends what the command started; a server that runs goes on. */
  close(): Promise<void>
}

export interface CommandEnvironment {
  settings: Settings
  log: Logger
  clock?: Clock
  /** Whether what is written survives a power cut; a rehearsal does not need that. */
  durable?: boolean
}

/** Opens a server's data. `alone` refuses while the server runs; otherwise its database is used together with it. */
export async function openInstance(
  { settings, log, clock = systemClock, durable = true }: CommandEnvironment,
  { alone }: { alone: boolean },
): Promise<Instance> {
  const lock = await lockOrShare(settings, alone)
  try {
    const database = await openOwner({ settings, log, durable }, lock !== null)
    const secrets = loadSecrets(settings)
    const objects = openObjects(settings, addressSigner(secrets.derive('object addresses'), clock))
    return {
      ...{ settings, clock, log, secrets, objects, owner: database.owner },
      async close() {
        await database.close()
        await lock?.release()
      },
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/** The lock of the data folder; null if a running server has it and may keep it. */
async function lockOrShare(settings: Settings, alone: boolean): Promise<DataLock | null> {
  try {
    return await lockDataFolder(settings.DATA_DIR)
  } catch (error) {
    if (alone || !(error instanceof DataFolderInUse)) throw error
    return null
  }
}

async function openOwner(
  { settings, log, durable }: { settings: Settings; log: Logger; durable: boolean },
  isLocked: boolean,
): Promise<{ owner: Connection; close(): Promise<void> }> {
  if (settings.DATABASE_URL || isLocked) {
    const postgres = await startPostgres(settings, log, undefined, durable)
    const close = async () => postgres?.stop()
    try {
      return { owner: await ownerConnection(settings, postgres), close }
    } catch (error) {
      await close()
      throw error
    }
  }
  const connection = await connectionToRunning(join(settings.DATA_DIR, 'postgres'))
  if (!connection)
    throw new OperationFailed(
      (await hasRoom(settings.DATA_DIR))
        ? 'The server is starting or stopping; try again in a moment.'
        : noRoomIn(settings.DATA_DIR),
    )
  return { owner: await ownerConnection(settings, { connection, firstStart: false }), close: async () => {} }
}

/** The stored root of all keys, if it is in the data folder and not in the settings. */
export function storedSecret(settings: Pick<Settings, 'SECRET' | 'DATA_DIR'>): Buffer | null {
  const file = join(settings.DATA_DIR, 'secret.key')
  return settings.SECRET || !existsSync(file) ? null : readFileSync(file)
}

/** A text that is the same only for servers with the same keys, and tells nothing about them. */
export const fingerprintOf = (secrets: Secrets): string => secrets.derive('fingerprint of backups', 16).toString('hex')

/** The password of the role that serves requests. */
export const servingPassword = ({ secrets }: Pick<Instance, 'secrets'>): string =>
  secrets.derive('serving role').toString('base64url')
