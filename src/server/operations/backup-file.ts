import { randomBytes } from 'node:crypto'
import { access, link, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Files of backups that are being made, or whose making was interrupted, end with this. */
const unfinished = '.partial'
/** A backup that is being made is written to all the time; one that rested this long was interrupted. */
const abandonedAfter = 60 * 60 * 1000

/** The name of a backup that is made now; names sort by time. */
export const backupName = (now: number): string =>
  `wheelhouse-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.tar`

/** Where a backup is written until it is complete. No two backups share this name, not even of the same file. */
export const partialOf = (file: string): string => `${file}.${randomBytes(4).toString('hex')}${unfinished}`

/** The newest file in a folder that has the name of a backup; undefined if there is none. */
export async function newestBackupIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  const newest = names.filter(name => /^wheelhouse-\d{8}T\d{6}Z(-\d+)?\.tar$/.test(name)).sort(byTime)
  const name = newest.at(-1)
  return name === undefined ? undefined : join(folder, name)
}

/** `…Z.tar` is before `…Z-2.tar`, which was made in the same second. */
const byTime = (one: string, other: string) => {
  const [former, latter] = [one, other].map(name => name.replace(/\.tar$/, ''))
  return (former ?? '').localeCompare(latter ?? '', 'en', { numeric: true })
}

/** Removes what interrupted backups left beside this file. One that is still being made stays. */
export async function removeAbandoned(file: string, now: number): Promise<void> {
  const folder = dirname(file)
  const [beginning = ''] = basename(file).split(/\d/)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning) || !name.endsWith(unfinished)) continue
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && now - facts.mtimeMs > abandonedAfter) await rm(path, { force: true })
  }
}

/**
 * Gives a complete backup its name and returns it. A name that is taken gets a number, unless the file `replaces` what
 * is there.
 */
export async function publish(partial: string, file: string, replaces: boolean): Promise<string> {
  if (replaces) {
    await rename(partial, file)
    return file
  }
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? file : file.replace(/\.tar$/, `-${number}.tar`)
    if (await renameToNew(partial, path)) return path
  }
}

/** Linking never replaces a file, unlike renaming, but some disks have no links. */
async function renameToNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    await rm(from)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    const isThere = await access(to).then(
      () => true,
      () => false,
    )
    if (!isThere) await rename(from, to)
    return !isThere
  }
}
