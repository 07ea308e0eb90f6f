import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UploadGrant } from '#shared/contract/sources/endpoints'
import { logError } from '../platform/log'

/**
 * A picture that waits for its upload. `expires_at` is when its permission expires, in milliseconds since the epoch.
 */
const Waiting = z.object({
  id: z.uuid(),
  /** The session it belongs to; after another sign-in it is dropped. */
  owner: z.string(),
  bytes: z.int(),
  upload: UploadGrant,
  expires_at: z.number(),
})
export type Waiting = z.infer<typeof Waiting>

interface Entry extends Waiting {
  /** The name of its files, which sorts in the order of capture. */
  readonly name: string
  isOnDisk: boolean
}

/** Only this user may read pictures of their screen. */
const mode = 0o600

/** Pictures on disk in the order of capture, with a limit of bytes. */
export class Spool {
  #entries: Entry[]
  #next: number
  /** Incremented when it is emptied, so that a running write is discarded. */
  #emptied = 0

  constructor(
    private readonly folder: string,
    private readonly limit: number,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#entries = readEntries(folder)
    this.#next = 1 + Number(this.#entries.at(-1)?.name ?? 0)
  }

  /** The next one to send. None overtakes one that is still being written. */
  get first(): Waiting | undefined {
    const [first] = this.#entries
    return first?.isOnDisk ? first : undefined
  }

  get bytes(): number {
    return this.#entries.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** False if there is no room for it. */
  async add(waiting: Omit<Waiting, 'bytes'>, jpeg: Buffer): Promise<boolean> {
    if (this.bytes + jpeg.length > this.limit) return false
    const name = String(this.#next).padStart(12, '0')
    this.#next += 1
    const emptied = this.#emptied
    const kept: Waiting = { ...waiting, bytes: jpeg.length }
    const entry: Entry = { ...kept, name, isOnDisk: false }
    // Takes its place in the order before it is written.
    this.#entries.push(entry)
    try {
      await writeFile(this.#file(name, 'jpg'), jpeg, { mode })
      await writeFile(this.#file(name, 'part'), JSON.stringify(kept), { mode })
      // From this rename on it counts; an interrupted write does not.
      await rename(this.#file(name, 'part'), this.#file(name, 'json'))
    } catch (cause) {
      this.#entries = this.#entries.filter(other => other.name !== name)
      this.#erase(name)
      logError('A picture could not be kept for its upload.', cause)
      return false
    }
    entry.isOnDisk = true
    if (emptied !== this.#emptied) this.#erase(name)
    return true
  }

  async read(id: string): Promise<Buffer | null> {
    const entry = this.#entries.find(candidate => candidate.id === id)
    return entry ? readFile(this.#file(entry.name, 'jpg')).catch(() => null) : null
  }

  async remove(id: string): Promise<void> {
    const entry = this.#entries.find(candidate => candidate.id === id)
    if (!entry) return
    this.#entries = this.#entries.filter(other => other !== entry)
    await Promise.all(['json', 'jpg'].map(kind => rm(this.#file(entry.name, kind), { force: true })))
  }

  /** Synchronous, because a stop waits for nothing. */
  empty(): void {
    this.#emptied += 1
    for (const { name } of this.#entries.splice(0)) this.#erase(name)
  }

  #erase(name: string): void {
    for (const kind of ['json', 'part', 'jpg']) rmSync(this.#file(name, kind), { force: true })
  }

  #file(name: string, kind: string): string {
    return join(this.folder, `${name}.${kind}`)
  }
}

/** The pictures of an earlier run; incomplete files are removed. */
function readEntries(folder: string): Entry[] {
  const files = readdirSync(folder)
  const entries = files
    .filter(file => file.endsWith('.json'))
    .sort()
    .flatMap(file => {
      const name = file.slice(0, -'.json'.length)
      try {
        return [{ ...Waiting.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))), name, isOnDisk: true }]
      } catch {
        return []
      }
    })
    .filter(({ name }) => files.includes(`${name}.jpg`))
  const whole = new Set(entries.map(({ name }) => name))
  for (const file of files) {
    if (!whole.has(file.split('.')[0] ?? '')) rmSync(join(folder, file), { force: true, recursive: true })
  }
  return entries
}
