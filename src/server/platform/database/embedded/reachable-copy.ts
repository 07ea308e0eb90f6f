import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, copyFile, lstat, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach } from './account'
import { type Binaries, program } from './binaries'
import { programEnvironment } from './settings'

const run = promisify(execFile)

/** Where root may store a copy that every user can run, in order of preference. */
const usualPlaces = process.platform === 'linux' ? ['/var/lib/wheelhouse', '/var/tmp'] : ['/var/tmp']

interface Entry {
  path: string
  size: number
  kind: 'folder' | 'file' | 'program' | 'link'
}

/** The files of a folder, without static libraries and other files that nothing loads. */
async function inventory(root: string, path = ''): Promise<Entry[]> {
  const names = (await readdir(join(root, path))).sort()
  const lists = await Promise.all(
    names.map(async (name): Promise<Entry[]> => {
      const inner = join(path, name)
      const entry = await lstat(join(root, inner))
      if (name === 'pkgconfig' || name === 'pgxs' || name.endsWith('.a')) return []
      if (entry.isDirectory()) return [{ path: inner, size: 0, kind: 'folder' }, ...(await inventory(root, inner))]
      if (entry.isSymbolicLink()) return [{ path: inner, size: 0, kind: 'link' }]
      return [{ path: inner, size: entry.size, kind: entry.mode & 0o100 ? 'program' : 'file' }]
    }),
  )
  return lists.flat()
}

const digest = (entries: Entry[]) => createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12)

/** Whether only root can have written the files in this folder. */
async function isWrittenByRoot(folder: string): Promise<boolean> {
  const entry = await lstat(folder).catch(() => undefined)
  return entry?.isDirectory() === true && entry.uid === 0 && (entry.mode & 0o022) === 0
}

async function copyEntry(from: string, to: string, { path, kind }: Entry): Promise<void> {
  const target = join(to, path)
  if (kind === 'link') return symlink(await readlink(join(from, path)), target)
  if (kind === 'folder') await mkdir(target)
  else await copyFile(join(from, path), target)
  // Set explicitly, whatever the umask and the modes of the original are.
  await chmod(target, kind === 'file' ? 0o644 : 0o755)
}

async function copyTo(place: string, native: string, version: string, account: Account): Promise<string> {
  const entries = await inventory(native)
  const folder = join(place, `wheelhouse-postgres-${version}-${digest(entries)}`)
  await mkdir(place, { recursive: true, mode: 0o755 })
  if (!(await canReach(await realpath(place), account))) throw new Error(`${place} is closed to others`)
  // Sizes are compared too, because a power cut may leave empty files in a finished copy.
  const isWhole = async () => (await isWrittenByRoot(folder)) && digest(await inventory(folder)) === digest(entries)
  if (await isWhole()) return folder
  const fresh = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(fresh, { mode: 0o755 })
    await chmod(fresh, 0o755)
    for (const entry of entries) await copyEntry(native, fresh, entry)
    // Shows whether the folder is mounted without permission to execute.
    await run(program(fresh, 'postgres'), ['--version'], { ...account, cwd: '/', env: programEnvironment() })
    if (await isWrittenByRoot(folder)) await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another server may have finished the same copy first.
    if (!(await isWhole())) throw error
  }
  return folder
}

/**
 * A PostgreSQL folder that the account can run: the installed one if the account can enter it, otherwise a copy that
 * belongs to root and is made once. `places` are tried in turn.
 */
export async function reachableNative(
  { native, version }: Binaries,
  account: Account | undefined,
  places: readonly string[] = usualPlaces,
): Promise<string> {
  if (!account) return native
  const installed = await realpath(native)
  const needed = [
    program(installed, 'postgres'),
    program(installed, 'initdb'),
    join(installed, 'lib'),
    join(installed, 'share'),
  ]
  if ((await Promise.all(needed.map(path => canReach(path, account)))).every(Boolean)) return installed
  const failures: string[] = []
  for (const place of places) {
    try {
      return await copyTo(place, installed, version, account)
    } catch (error) {
      failures.push(`${place}: ${(error as Error).message}`)
    }
  }
  throw new Error(
    `PostgreSQL must not run as root, and user ${account.uid} cannot reach its programs in ${installed}. ` +
      `A copy could not be made either (${failures.join('; ')}). ` +
      'Start the server as an ordinary user, or install it where every user may enter, such as /opt.',
  )
}
