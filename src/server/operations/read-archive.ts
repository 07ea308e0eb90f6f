import { createHash } from 'node:crypto'
import { ArchivedFile, type ArchivedTable, ArchiveManifest, archiveParts } from '../features/exports/archive/format'
import { OperationFailed } from './manifest'
import { bytesOf, type Content, linesIn, requiredParts } from './read-backup'

/** An archive of an organisation whose every part was found and has the hash that it should have. */
export interface CheckedArchive {
  manifest: ArchiveManifest
  linesOf(table: ArchivedTable): AsyncIterable<string>
  files(): AsyncIterable<ArchivedFile & { content: Content }>
}

/** Reads a whole archive and compares all hashes, before anything is done with it. Throws {@link OperationFailed}. */
export async function checkArchive(file: string, signal?: AbortSignal): Promise<CheckedArchive> {
  const fail = (why: string) => new OperationFailed(`${file} cannot be imported: ${why}.`)
  const contentOf = await requiredParts(file, fail)
  const text = (await bytesOf(contentOf(archiveParts.manifest)())).toString('utf8')
  const read = ArchiveManifest.safeParse(JSON.parse(text))
  if (!read.success) throw fail('it is no archive of an organisation')
  const manifest = read.data
  const requireHash = async (name: string, expected: string) => {
    const hash = createHash('sha256')
    for await (const piece of contentOf(name)()) {
      signal?.throwIfAborted()
      hash.update(piece)
    }
    if (hash.digest('hex') !== expected) throw fail(`${name} is damaged`)
  }
  for (const { name, sha256 } of manifest.tables) await requireHash(archiveParts.table(name), sha256)
  await requireHash(archiveParts.fileList, manifest.files.sha256)
  const files = async function* () {
    for await (const line of linesIn(contentOf(archiveParts.fileList)())) {
      const described = ArchivedFile.parse(JSON.parse(line))
      yield { ...described, content: contentOf(`${archiveParts.files}${described.key}`) }
    }
  }
  for await (const { key, sha256 } of files()) await requireHash(`${archiveParts.files}${key}`, sha256)
  return { manifest, files, linesOf: table => linesIn(contentOf(archiveParts.table(table.name))()) }
}
