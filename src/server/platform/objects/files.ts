import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, isKey, ObjectError, type Objects } from './objects'
import type { AddressSigner } from './signed'

/** System errors that mean the file does not exist; a key may lead through another object's path, or name a folder. */
const nothingThere = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/**
 * Stores objects as files below a folder, each with its content type in a sibling file. They are written under a
 * temporary name, flushed, then renamed.
 */
export function fileObjects(folder: string, signer: AddressSigner): Objects {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(folder, ...key.split('/'))
  }
  return {
    async put(key, bytes, contentType) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(`${path}.type~`, Buffer.from(contentType))
      await writeWhole(path, bytes)
    },
    async get(key) {
      const path = pathOf(key)
      return openOrThrow(async () => {
        const [bytes, contentType] = await Promise.all([readFile(path), readFile(`${path}.type~`, 'utf8')])
        return { bytes, contentType }
      })
    },
    async peek(key, first) {
      const path = pathOf(key)
      return openOrThrow(async () => {
        const file = await open(path, 'r')
        try {
          const [{ size }, { buffer, bytesRead }] = await Promise.all([
            file.stat(),
            file.read(Buffer.alloc(first), 0, first, 0),
          ])
          return { size, beginning: buffer.subarray(0, bytesRead) }
        } finally {
          await file.close()
        }
      })
    },
    async grantUpload(key, params) {
      checkKey(key)
      return signer.signUpload(key, params)
    },
    async receive(key, content, contentType) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(`${path}.type~`, Buffer.from(contentType))
      await writeNew(path, content)
    },
    async delete(key) {
      const path = pathOf(key)
      await Promise.all([rm(path, { force: true }), rm(`${path}.type~`, { force: true })])
    },
    async deleteBelow(key) {
      // A file that is being written may prevent the removal of its folder for a moment.
      await rm(pathOf(key), { recursive: true, force: true, maxRetries: 5 })
    },
    async putFile(key, from, contentType) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(`${path}.type~`, Buffer.from(contentType))
      await writeWhole(path, createReadStream(from))
    },
    async stat(key) {
      const path = pathOf(key)
      return openOrThrow(async () => {
        const [facts, contentType] = await Promise.all([stat(path), readFile(`${path}.type~`, 'utf8')])
        const version = `"${facts.ino.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}-${facts.size.toString(36)}"`
        return { size: facts.size, contentType, version }
      })
    },
    async read(key, span) {
      const path = pathOf(key)
      // Opened first, so that a missing object is reported now and not as a broken stream.
      const file = await openOrThrow(() => open(path, 'r'))
      return file.createReadStream(span && { start: span.from, end: span.to })
    },
    async addressFor(key, seconds, file_name) {
      checkKey(key)
      return signer.sign(key, seconds, file_name)
    },
    list: below => (below === undefined ? keysIn(folder, '') : keysIn(pathOf(below), `${below}/`)),
    async check() {
      await mkdir(folder, { recursive: true })
      await stat(folder)
    },
  }
}

/** The keys of the objects in a folder; one that is removed meanwhile has none. */
async function* keysIn(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (!nothingThere.has(error.code ?? '')) throw error
    return []
  })
  for (const entry of entries) {
    const key = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* keysIn(join(folder, entry.name), `${key}/`)
    // Content types, and files that are being written, end with a character that keys cannot have.
    else if (isKey(key)) yield key
  }
}

async function openOrThrow<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new ObjectError(
      nothingThere.has((cause as NodeJS.ErrnoException).code ?? '') ? 'object.not_found' : 'object.unavailable',
      { cause },
    )
  }
}

async function writeWhole(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const temporary = await written(path, file => writeFile(file, content))
  await rename(temporary, path)
}

/**
 * Writes while the content arrives. Of two concurrent writers one is refused, because linking never replaces a file,
 * unlike renaming.
 */
async function writeNew(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const temporary = await written(path, file => writeFile(file, content))
  try {
    await link(temporary, path)
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw new ObjectError(isThere ? 'object.exists' : 'object.unavailable', { cause })
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes and flushes a temporary file beside the path; returns its path. Removes it if writing fails. */
async function written(path: string, write: (file: FileHandle) => Promise<void>): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}~`
  const file = await open(temporary, 'w', 0o600)
  try {
    await write(file)
    await file.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return temporary
}
