import { chmod, chown, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The user that PostgreSQL's programs run as. */
export interface Account {
  uid: number
  gid: number
}

/** `nobody`: holds no right on anything, and exists everywhere. */
const nobody: Account = { uid: 65534, gid: 65534 }

/** Gives a file or folder to the account, if there is one to change to. */
export const handOver = async (path: string, account: Account | undefined) => {
  if (account) await chown(path, account.uid, account.gid)
}

async function handOverTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await handOverTree(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  // The folder last: as long as it is ours, an interrupted run is done again.
  await handOver(folder, account)
}

/**
 * Decides who PostgreSQL runs as: undefined is the user of this process. PostgreSQL refuses to run as root, so root stands back
 * to the owner of the data folder, or to `nobody` where it has none other than root.
 */
export async function accountFor(dataDir: string, self = process.getuid?.()): Promise<Account | undefined> {
  if (self === undefined) return undefined
  const folder = await stat(dataDir).catch(() => undefined)
  if (self === 0) return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : nobody
  if (!folder || folder.uid === self) return undefined
  throw new Error(
    `The database folder ${dataDir} belongs to user ${folder.uid}, and this server runs as user ${self}. ` +
      `Start the server as that user, or hand the folder over: chown -R ${self} ${dataDir}`,
  )
}

/** Gives a data folder of root's own, such as a restored copy, to the account that PostgreSQL runs as. */
export async function handOverDatabase(dataDir: string, account: Account | undefined): Promise<void> {
  if (!account || (await stat(dataDir)).uid === account.uid) return
  await chmod(dataDir, 0o700)
  await handOverTree(dataDir, account)
}

/** Whether the account can enter every folder on the way to `path`, and read what is there. */
export async function canReach(path: string, { uid, gid }: Account): Promise<boolean> {
  const parts = path.split('/').filter(Boolean)
  const steps = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)]
  for (const step of steps) {
    const entry = await lstat(step)
    const shift = entry.uid === uid ? 6 : entry.gid === gid ? 3 : 0
    const needed = entry.isDirectory() ? 0o1 : 0o4
    if (((entry.mode >> shift) & needed) === 0) return false
  }
  return true
}
