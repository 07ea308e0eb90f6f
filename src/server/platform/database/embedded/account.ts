import { chmod, chown, lchown, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The operating system user that PostgreSQL's programs run as. */
export interface Account {
  uid: number
  gid: number
}

/** `nobody` has no rights on anything, and exists on every Unix system. */
const nobody: Account = { uid: 65534, gid: 65534 }

/** Changes the owner of a file or folder to the account, if an account is given. */
export const changeOwner = async (path: string, account: Account | undefined) => {
  if (account) await chown(path, account.uid, account.gid)
}

async function changeOwnerOfTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await changeOwnerOfTree(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  // The folder comes last: while it still belongs to root, an interrupted run is repeated.
  await changeOwner(folder, account)
}

/**
 * Decides which user PostgreSQL runs as; undefined is the user of this process. PostgreSQL refuses to run as root, so
 * under root it runs as the owner of the data folder, or as `nobody` if that owner is root.
 */
export async function accountFor(dataDir: string, self = process.getuid?.()): Promise<Account | undefined> {
  if (self === undefined) return undefined
  const folder = await stat(dataDir).catch(() => undefined)
  if (self === 0) return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : nobody
  if (!folder || folder.uid === self) return undefined
  throw new Error(
    `The database folder ${dataDir} belongs to user ${folder.uid}, and this server runs as user ${self}. ` +
      `Start the server as that user, or change the owner of the folder: chown -R ${self} ${dataDir}`,
  )
}

/**
 * Changes the owner of a data folder that belongs to root, such as a restored copy, to the account that PostgreSQL runs
 * as.
 */
export async function changeOwnerOfDatabase(dataDir: string, account: Account | undefined): Promise<void> {
  if (!account || (await stat(dataDir)).uid === account.uid) return
  await chmod(dataDir, 0o700)
  await changeOwnerOfTree(dataDir, account)
}

/** Whether the account can enter every parent folder of `path` and read its contents. */
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
