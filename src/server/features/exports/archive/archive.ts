import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Clock } from '../../../platform/clock'
import { TarWriter } from '../../../platform/files/tar'
import { ObjectError, type Objects } from '../../../platform/objects/objects'
import { type ArchivedFile, type ArchivedTable, type ArchiveManifest, archiveParts } from './format'
import type { ArchiveScope, OrganisationRows, TableOfRows } from './rows-sql'
import { exportRules } from './rules'

/** Where an archive is written to, and where its files are. */
export interface ArchiveFiles {
  objects: Pick<Objects, 'list' | 'read' | 'stat'>
  clock: Clock
  /** Must not exist yet. */
  file: string
  signal?: AbortSignal | undefined
}

/** The rows of an archive. */
interface ArchivedRows {
  tables: TableOfRows[]
  linesOf(table: TableOfRows): AsyncIterable<string>
}

type Contents = Pick<ArchiveManifest, 'made_at' | 'tables' | 'files'>

/** An object, or all those below a key. */
type Place = { key: string } | { below: string }

const sha256 = () => createHash('sha256')
const placesAtOnce = 1_000

/**
 * Writes the archive of an organisation: `readRows` gives `work` its rows, in a transaction that is over when the files
 * that they name are read. Returns what the archive contains; nothing is left of one that failed.
 */
export function writeArchive(
  { scope, ...files }: ArchiveFiles & { scope: ArchiveScope },
  readRows: <T>(work: (rows: OrganisationRows) => Promise<T>) => Promise<T>,
): Promise<{ manifest: ArchiveManifest; bytes: number }> {
  const { organization_id, viewer, migrations } = scope
  const folders = ['organisations', 'jobs'].map(owner => `${owner}/${organization_id}`)
  return writeParts({ ...files, folders }, readRows, ({ organization_name }, contents) => ({
    format: 'wheelhouse-organisation/1',
    ...{ organization_id, organization_name, seen_by: viewer, migrations: [...migrations] },
    ...contents,
    left_out: leftOut(),
  }))
}

/** Writes rows, the files that they name and those below `folders`, and then the manifest that `describe` makes. */
export async function writeParts<R extends ArchivedRows, M>(
  params: ArchiveFiles & { folders: readonly string[] },
  readRows: <T>(work: (rows: R) => Promise<T>) => Promise<T>,
  describe: (rows: R, contents: Contents) => M,
): Promise<{ manifest: M; bytes: number }> {
  const { clock, file, signal } = params
  const made_at = new Date(clock.now()).toISOString()
  const tar = await TarWriter.create(file, new Date(made_at))
  // Beside the archive instead of in memory, because pictures may be millions.
  const places = new PlaceList(`${file}.places`)
  try {
    for (const below of params.folders) await places.add({ below })
    const { rows, tables } = await readRows(async rows => {
      const added: ArchivedTable[] = []
      for (const table of rows.tables) added.push(await addTable(tar, table, rows, { places, signal }))
      return { rows, tables: added }
    })
    const files = await addFiles(tar, places, params)
    const manifest = describe(rows, { made_at, tables, files })
    await tar.add(archiveParts.manifest, once(`${JSON.stringify(manifest, null, 1)}\n`))
    await tar.finish()
    return { manifest, bytes: (await stat(file)).size }
  } catch (error) {
    await tar.abandon()
    await rm(file, { force: true })
    throw error
  } finally {
    await places.remove()
  }
}

/** Places of files, on disk. */
class PlaceList {
  #waiting: string[] = []

  constructor(private readonly file: string) {}

  async add(place: Place): Promise<void> {
    this.#waiting.push(`${JSON.stringify(place)}\n`)
    if (this.#waiting.length >= placesAtOnce) await this.#write()
  }

  async #write(): Promise<void> {
    await appendFile(this.file, this.#waiting.splice(0).join(''), { mode: 0o600 })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Place> {
    await this.#write()
    for await (const line of createInterface({ input: createReadStream(this.file) })) yield JSON.parse(line)
  }

  async remove(): Promise<void> {
    await rm(this.file, { force: true })
  }
}

/** Where the files of a row are. */
const placeOfRow: Readonly<Record<string, (row: Record<string, unknown>) => Place | null>> = {
  attachments: ({ organization_id, id }) => ({ below: `attachments/${organization_id}/${id}` }),
  frames: ({ object_key }) => ({ key: String(object_key) }),
  users: ({ image_key }) => (typeof image_key === 'string' ? { key: image_key } : null),
}

async function addTable(
  tar: TarWriter,
  table: TableOfRows,
  rows: ArchivedRows,
  { places, signal }: { places: PlaceList; signal: AbortSignal | undefined },
): Promise<ArchivedTable> {
  const hash = sha256()
  const placeOf = placeOfRow[table.name]
  let count = 0
  const lines = async function* () {
    for await (const line of rows.linesOf(table)) {
      signal?.throwIfAborted()
      const place = placeOf?.(JSON.parse(line))
      if (place) await places.add(place)
      hash.update(`${line}\n`)
      count += 1
      yield `${line}\n`
    }
  }
  await tar.add(archiveParts.table(table.name), lines())
  return { ...table, rows: count, sha256: hash.digest('hex') }
}

async function addFiles(
  tar: TarWriter,
  places: AsyncIterable<Place>,
  { objects, signal }: ArchiveFiles,
): Promise<ArchiveManifest['files']> {
  const counts = { count: 0, bytes: 0, vanished: 0 }
  const lines: string[] = []
  for await (const key of keysAt(places, objects)) {
    signal?.throwIfAborted()
    const added = await addFile(tar, objects, key)
    if (!added) {
      counts.vanished += 1
      continue
    }
    lines.push(`${JSON.stringify(added)}\n`)
    counts.count += 1
    counts.bytes += added.size
  }
  const list = lines.join('')
  await tar.add(archiveParts.fileList, once(list))
  return { ...counts, sha256: sha256().update(list).digest('hex') }
}

async function* keysAt(places: AsyncIterable<Place>, objects: Pick<Objects, 'list'>): AsyncGenerator<string> {
  for await (const place of places) {
    if ('key' in place) {
      yield place.key
      continue
    }
    const keys: string[] = []
    for await (const key of objects.list(place.below)) keys.push(key)
    yield* keys.sort()
  }
}

/** Returns null for a file that was deleted meanwhile. */
async function addFile(tar: TarWriter, objects: ArchiveFiles['objects'], key: string): Promise<ArchivedFile | null> {
  try {
    const { contentType: type, size: expected } = await objects.stat(key)
    const content = await objects.read(key)
    const hash = sha256()
    const whole = async function* () {
      let bytes = 0
      for await (const piece of content) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
      if (bytes !== expected) throw new Error(`The storage sent ${bytes} of the ${expected} bytes of ${key}.`)
    }
    const size = await tar.add(`${archiveParts.files}${key}`, whole())
    return { key, type, size, sha256: hash.digest('hex') }
  } catch (error) {
    if (error instanceof ObjectError && error.code === 'object.not_found') return null
    throw error
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** What an archive does not contain, and why, for its readers. */
function leftOut(): ArchiveManifest['left_out'] {
  return Object.entries(exportRules).flatMap(([table, rule]) =>
    'leftOut' in rule
      ? [{ table, why: rule.leftOut }]
      : Object.entries(rule.columns ?? {}).map(([column, { why }]) => ({ table, column, why })),
  )
}
