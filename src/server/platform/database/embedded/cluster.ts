import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error'
import { type Account, canReach, changeOwner } from './account'
import { program } from './binaries'
import { diskFull } from './log-lines'
import { programEnvironment } from './settings'

const run = promisify(execFile)

export const superuser = 'postgres'

/** What every PostgreSQL program needs to work on a data folder. */
export interface ClusterLocation {
  dataDir: string
  /** The folder with PostgreSQL's programs, which the account can reach. */
  native: string
  account: Account | undefined
}

/**
 * The data folder as passed to PostgreSQL's programs, which start inside it. Under another account, the parent folders
 * may be closed; this path avoids them. It exists on Linux only.
 */
export const dataArgument = ({ dataDir, account }: Omit<ClusterLocation, 'native'>) =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : dataDir

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const initPrefix = (dataDir: string) => `${basename(dataDir)}.init-`

/** Removes the remains of an interrupted first start. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const parent = dirname(dataDir)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(initPrefix(dataDir))) continue
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The major version that created the data folder; undefined if the folder does not exist yet. */
export async function clusterVersion(dataDir: string): Promise<string | undefined> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return undefined
  if (names.includes('PG_VERSION')) return (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim()
  throw new Error(`${dataDir} holds files that are not a PostgreSQL database. Empty it, or choose another DATA_DIR.`)
}

/** The data folder was made by another major version of PostgreSQL, which only a command of the operator changes. */
class OtherVersion extends StartupError {
  override name = 'OtherVersion'
}

/** Throws an error that names both versions if the binaries cannot read the data folder. */
export function requireSameVersion(dataDir: string, made: string, major: string): void {
  if (made === major) return
  throw new OtherVersion(
    Number(made) > Number(major)
      ? `The database in ${dataDir} was made by PostgreSQL ${made}, and this server includes the older PostgreSQL ${major}, which cannot read it. Start the newer Wheelhouse.`
      : `The database in ${dataDir} was made by PostgreSQL ${made}, and this server includes PostgreSQL ${major}, which cannot read it.\n  Run: wheelhouse upgrade-database`,
  )
}

async function makeCluster(
  buildFolder: string,
  { native, account }: ClusterLocation,
  password: string,
  durable: boolean,
): Promise<void> {
  const dataDir = join(buildFolder, 'data')
  const secret = join(buildFolder, 'password')
  await mkdir(dataDir, { mode: 0o700 })
  await writeFile(secret, password, { mode: 0o600, flag: 'wx' })
  for (const path of [secret, dataDir, buildFolder]) await changeOwner(path, account)
  const data = dataArgument({ dataDir, account })
  const secretArgument = data === dataDir ? secret : `${data}/../password`
  const options = [
    '--auth=scram-sha-256',
    `--username=${superuser}`,
    `--pwfile=${secretArgument}`,
    '--encoding=UTF8',
    '--locale=C',
  ]
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const quick = durable ? [] : ['--no-sync']
  await run(program(native, 'initdb'), ['-D', data, ...options, ...locale, '--no-instructions', ...quick], {
    ...account,
    cwd: dataDir,
    env: programEnvironment(),
    windowsHide: true,
  })
}

/**
 * Creates the data folder. It is built beside its final place and moved there once it is complete and on disk, so that
 * a crash leaves nothing that looks like a database.
 */
export async function createCluster(site: ClusterLocation, password: string, durable: boolean): Promise<void> {
  const { dataDir } = site
  const parent = dirname(dataDir)
  const buildFolder = await mkdtemp(join(parent, initPrefix(dataDir)))
  try {
    if (site.account && dataArgument(site) === dataDir && !(await canReach(parent, site.account))) {
      throw new Error(`user ${site.account.uid}, which PostgreSQL runs as, cannot enter ${parent}`)
    }
    await makeCluster(buildFolder, site, password, durable)
    // Removes an existing empty folder, because not every system can move onto it.
    await rmdir(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(join(buildFolder, 'data'), dataDir)
    if (durable) await syncFolder(parent)
  } catch (cause) {
    const output = (cause as { stderr?: string }).stderr?.trim()
    const advice = output?.includes('user does not exist') ? ' Give that user an entry in /etc/passwd.' : ''
    const why = `${output || (cause as Error).message}${advice}`
    const error = new Error(`The database in ${dataDir} could not be created: ${why}`, { cause })
    throw Object.assign(error, /No space left on device|Check free disk space/.test(why) && { code: diskFull })
  } finally {
    await rm(buildFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The superuser's password is stored beside the data folder, readable by this user only. */
const passwordFile = (dataDir: string) => `${dataDir}.password`

/** Reads the stored password; undefined if there is none. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const newPassword = () => randomBytes(32).toString('base64url')

/** Stores the password; it is on disk when this returns. */
export async function storePassword(dataDir: string, password: string): Promise<void> {
  const file = passwordFile(dataDir)
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(password)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
  await syncFolder(dirname(dataDir))
}

/**
 * Sets the superuser's password of a stopped database, which the owner of its folder may do. Needed if the stored
 * password was lost.
 */
export async function changePassword({ dataDir, native, account }: ClusterLocation, password: string): Promise<void> {
  const data = dataArgument({ dataDir, account })
  const single = run(
    program(native, 'postgres'),
    ['--single', '-D', data, '-c', 'log_min_error_statement=panic', 'postgres'],
    {
      ...account,
      cwd: dataDir,
      env: programEnvironment(),
      windowsHide: true,
    },
  )
  single.child.stdin?.end(`ALTER USER ${superuser} PASSWORD '${password}'\n`)
  await single
}
