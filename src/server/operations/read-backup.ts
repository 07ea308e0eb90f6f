import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readTar } from '../platform/files/tar'
import { sha256 } from './backup'
import { Manifest, ObjectInBackup, OperationFailed, parts, type TableInBackup } from './manifest'

export type Content = () => Readable

/** A backup whose every part was found and has the hash that it should have. */
export interface CheckedBackup {
  manifest: Manifest
  secret: Buffer | null
  linesOf(table: TableInBackup): AsyncIterable<string>
  objects(): AsyncIterable<ObjectInBackup & { content: Content }>
}

/** Reads a whole backup and compares all hashes, before anything is done with it. Throws {@link OperationFailed}. */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<CheckedBackup> {
  const fail = (why: string) => new OperationFailed(`${file} cannot be restored: ${why}.`)
  const contentOf = await requiredParts(file, fail)
  const manifest = Manifest.parse(JSON.parse((await bytesOf(contentOf(parts.manifest)())).toString('utf8')))
  const requireHash = async (name: string, stream: AsyncIterable<Buffer>, expected: string) => {
    const hash = sha256()
    for await (const piece of stream) {
      signal?.throwIfAborted()
      hash.update(piece)
    }
    if (hash.digest('hex') !== expected) throw fail(`${name} is damaged`)
  }
  for (const table of manifest.tables) {
    const name = parts.table(table)
    await requireHash(name, unzipped(contentOf(name)()), table.sha256).catch(() => {
      signal?.throwIfAborted()
      throw fail(`${name} is damaged`)
    })
  }
  await requireHash(parts.objectList, contentOf(parts.objectList)(), manifest.objects.sha256)
  const secret = manifest.secret.sha256 ? await bytesOf(contentOf(parts.secret)()) : null
  if (secret && sha256().update(secret).digest('hex') !== manifest.secret.sha256) throw fail('secret.key is damaged')
  const objects = async function* () {
    for await (const line of linesIn(contentOf(parts.objectList)())) {
      const object = ObjectInBackup.parse(JSON.parse(line))
      yield { ...object, content: contentOf(`${parts.objects}${object.key}`) }
    }
  }
  for await (const { key, content, sha256: expected } of objects()) await requireHash(key, content(), expected)
  const linesOf = (table: TableInBackup) => linesIn(unzipped(contentOf(parts.table(table))()))
  return { manifest, secret, objects, linesOf }
}

export async function partsOf(file: string): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>()
  for await (const { path, content } of readTar(file)) contents.set(path, content)
  return contents
}

/** Finds the parts of a file by their names. Throws what `fail` makes of a reason, now or where a part is missing. */
export async function requiredParts(file: string, fail: (why: string) => Error): Promise<(name: string) => Content> {
  const contents = await partsOf(file).catch(error => {
    throw fail(error instanceof Error ? error.message : String(error))
  })
  return name => {
    const content = contents.get(name)
    if (!content) throw fail(`${name} is missing`)
    return content
  }
}

function unzipped(content: Readable): Readable {
  const gunzip = createGunzip()
  content.on('error', error => gunzip.destroy(error))
  return content.pipe(gunzip)
}

/** Node's own reader of lines would also split at U+2028, which may be inside a text. */
export async function* linesIn(content: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of content.setEncoding('utf8')) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

export async function bytesOf(content: Readable): Promise<Buffer> {
  return Buffer.concat(await content.toArray())
}
