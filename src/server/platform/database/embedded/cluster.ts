import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach, handOver } from './account'
import { program } from './binaries'
import { programEnvironment } from './settings'

const run = promisify(execFile)

export const superuser = 'postgres'

/** What every use of PostgreSQL's programs on a data folder needs. */
export interface Site {
  dataDir: string
  /** The folder with PostgreSQL's programs, reachable by the account. */
  native: string
  account: Account | undefined
}

/**
 * The data folder as PostgreSQL's programs are told it; they are started in it. Under another account than ours the folders
 * above may be closed, and this way leads in without passing them. Only Linux has it.
 */
export const dataArgument = ({ dataDir, account }: Omit<Site, 'native'>) =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : dataDir

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const initPrefix = (dataDir: string) => `${basename(dataDir)}.init-`

/** Removes what an interrupted first start has left. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const parent = dirname(dataDir)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(initPrefix(dataDir))) continue
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The major version that made the data folder; undefined where it is yet to be made. */
export async function clusterVersion(dataDir: string): Promise<string | undefined> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return undefined
  if (names.includes('PG_VERSION')) return (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim()
  throw new Error(`${dataDir} holds files that are not a PostgreSQL database. Empty it, or choose another DATA_DIR.`)
}

/** Throws a sentence that names both versions where the binaries cannot read the data folder. */
export function requireSameVersion(dataDir: string, made: string, major: string): void {
  if (made === major) return
  throw new Error(
    `The database in ${dataDir} was made by PostgreSQL ${made}, and this server brings PostgreSQL ${major}, which cannot read it. ` +
      'Start the version of Wheelhouse that made it and write a backup (wheelhouse backup), ' +
      `then move ${dataDir} aside and read the backup with this version (wheelhouse restore).`,
  )
}

async function makeCluster(
  workshop: string,
  { native, account }: Site,
  password: string,
  durable: boolean,
): Promise<void> {
  const dataDir = join(workshop, 'data')
  const secret = join(workshop, 'password')
  await mkdir(dataDir, { mode: 0o700 })
  await writeFile(secret, password, { mode: 0o600, flag: 'wx' })
  for (const path of [secret, dataDir, workshop]) await handOver(path, account)
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
 * Makes the data folder. It is made beside its place and moved there when it is whole and on disk, so that a crash in the middle
 * leaves nothing that could be taken for a database.
 */
export async function createCluster(site: Site, password: string, durable: boolean): Promise<void> {
  const { dataDir } = site
  const parent = dirname(dataDir)
  const workshop = await mkdtemp(join(parent, initPrefix(dataDir)))
  try {
    if (site.account && dataArgument(site) === dataDir && !(await canReach(parent, site.account))) {
      throw new Error(`user ${site.account.uid}, whom root stands back to, cannot enter ${parent}`)
    }
    await makeCluster(workshop, site, password, durable)
    // An empty folder may have been made for us; it cannot be moved onto everywhere.
    await rmdir(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(join(workshop, 'data'), dataDir)
    if (durable) await syncFolder(parent)
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim()
    const advice = said?.includes('user does not exist') ? ' Give that user an entry in /etc/passwd.' : ''
    throw new Error(`The database in ${dataDir} could not be made: ${said || (cause as Error).message}${advice}`, {
      cause,
    })
  } finally {
    await rm(workshop, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The superuser's password is kept beside the data folder, readable by us alone. */
const passwordFile = (dataDir: string) => `${dataDir}.password`

/** The kept password; undefined where there is none. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const newPassword = () => randomBytes(32).toString('base64url')

/** Keeps the password; it is on disk when this returns. */
export async function keepPassword(dataDir: string, password: string): Promise<void> {
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

/** Gives the superuser of a database that does not run a password, as its folder's owner may: the kept one was lost. */
export async function changePassword({ dataDir, native, account }: Site, password: string): Promise<void> {
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
