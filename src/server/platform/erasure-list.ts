import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CompletedErasure } from './completed-erasures-sql'
import { StartupError } from './startup-error'

/** The name of the list of erasures that lies beside backups. */
export const erasureList = 'erasures.jsonl'

/** Two records of the same erasure have the same key. */
export const keyOfErasure = ({ kind, subject_id, subject_created_at }: CompletedErasure): string =>
  `${kind} ${subject_id} ${subject_created_at}`

/** The erasures that a folder of backups lists; null if it has no list. Throws if the list is damaged. */
export async function readErasureList(folder: string): Promise<CompletedErasure[] | null> {
  const file = join(folder, erasureList)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (text === null) return null
  return text.split('\n').flatMap((line, index) => (line === '' ? [] : [readLine(line, `${file}, line ${index + 1}`)]))
}

function readLine(line: string, place: string): CompletedErasure {
  try {
    return CompletedErasure.parse(JSON.parse(line))
  } catch {
    throw new StartupError(
      `${place} is damaged, so it is not certain who was erased. Put a good copy of the list in its place.`,
    )
  }
}

/**
 * Adds the erasures of a database to the list beside its backups, which outlives the database. What the list has stays in
 * it. The file is replaced as a whole, so that nobody reads half a line.
 */
export async function extendErasureList(folder: string, erasures: readonly CompletedErasure[]): Promise<void> {
  const listed = (await readErasureList(folder)) ?? []
  const known = new Set(listed.map(keyOfErasure))
  const added = erasures.filter(erasure => !known.has(keyOfErasure(erasure)))
  if (added.length === 0) return
  const file = join(folder, erasureList)
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(partial, 'wx', 0o600)
    try {
      await handle.writeFile([...listed, ...added].map(erasure => `${JSON.stringify(erasure)}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw new StartupError(
      `The list of erasures ${file} cannot be written (${(error as Error).message}). A restored backup would bring back who was erased: make BACKUP_DIR a folder that can be written.`,
    )
  }
}
