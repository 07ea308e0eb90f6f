import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const MEMORY = '/dev/shm'
/** Bytes that a whole run of the tests or of the stories leaves room for, several times over. */
const NEEDED = 6 * 2 ** 30

/**
 * Puts the temporary files of this process and of those that it starts into memory, where there is enough of it: each
 * test server has a database of its own, and writing those to a disk takes longer than many a test. A `TMPDIR` that
 * somebody has set stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && isRoomy()) process.env.TMPDIR = MEMORY
}

/** Whether the folder is in memory, has room, and lets programs start, as copies of PostgreSQL's do. */
function isRoomy() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map(line => line.split(' '))
      .find(([, folder]) => folder === MEMORY)
    const { bavail, bsize } = statfsSync(MEMORY)
    return mounted?.[2] === 'tmpfs' && !mounted[3]?.includes('noexec') && Math.min(bavail * bsize, freemem()) > NEEDED
  } catch {
    return false
  }
}
