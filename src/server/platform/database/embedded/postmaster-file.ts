import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isPostgresOn } from './processes'
import { removeSocketFolder } from './socket-folder'

/** What a running PostgreSQL records about itself in its data folder. */
export interface RunningPostmaster {
  pid: number
  port: number
  /** The folder of its Unix socket; empty if it has none. */
  socketFolder: string
  /** True once it accepts connections; before that it starts or recovers. */
  isReady: boolean
}

const pathOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** Reads `postmaster.pid`; undefined if it does not exist, null if it names no process. */
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
 * The PostgreSQL that runs on this data folder, if any. The file of an ended one is removed, because PostgreSQL takes
 * any living process with that id for a server and would refuse to start. (It still detects orphaned processes by their
 * shared memory.)
 */
export async function findRunning(dataDir: string): Promise<RunningPostmaster | undefined> {
  let file = await readPostmasterFile(dataDir)
  // The file is written in two steps, so a starting PostgreSQL gets time for the second.
  for (let tries = 0; file === null && tries < 20; tries++) {
    await delay(10)
    file = await readPostmasterFile(dataDir)
  }
  if (file && (await isPostgresOn(dataDir, file.pid))) return file
  if (file) await removeSocketFolder(file.socketFolder)
  if (file !== undefined) await rm(pathOf(dataDir), { force: true })
  return undefined
}
