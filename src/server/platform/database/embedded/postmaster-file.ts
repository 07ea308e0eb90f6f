import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isPostgresOn } from './processes'
import { removeSocketFolder } from './socket-folder'

/** What a PostgreSQL that runs says about itself in its data folder. */
export interface RunningPostmaster {
  pid: number
  port: number
  /** Where its Unix socket lies; empty where it has none. */
  socketFolder: string
  /** It accepts connections; before that it starts, or recovers. */
  isReady: boolean
}

const pathOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** Reads `postmaster.pid`; undefined where there is none, null where it does not say who wrote it. */
export async function readPostmasterFile(dataDir: string): Promise<RunningPostmaster | undefined | null> {
  let text: string
  try {
    text = await readFile(pathOf(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  // Lines: process, data folder, start, port, socket folder, listening address, shared memory, state.
  const [pid, , , port, socketFolder = '', , , state = ''] = text.split('\n')
  if (!Number(pid)) return null
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: state.trim() === 'ready' }
}

/**
 * The PostgreSQL that runs on this data folder, if one does. A file left by one that is gone is removed, since PostgreSQL itself
 * takes any living process with that number for a server and would not start. (It still finds orphaned processes by the shared
 * memory that they hold.)
 */
export async function findRunning(dataDir: string): Promise<RunningPostmaster | undefined> {
  let file = await readPostmasterFile(dataDir)
  // Written in two steps: give a starting one the time for the second.
  for (let tries = 0; file === null && tries < 20; tries++) {
    await delay(10)
    file = await readPostmasterFile(dataDir)
  }
  if (file && (await isPostgresOn(dataDir, file.pid))) return file
  if (file) await removeSocketFolder(file.socketFolder)
  if (file !== undefined) await rm(pathOf(dataDir), { force: true })
  return undefined
}
