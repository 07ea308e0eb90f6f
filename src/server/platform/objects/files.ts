import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, ObjectError, type Objects } from './objects'
import type { AddressSigner } from './signed'

/** How the system says that there is no such file; a key may lead through another object's, or name a folder of them. */
const nothingThere = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Objects as files below a folder, each with its content type in a sibling. Written to a temporary name first, flushed, then renamed. */
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
      return found(async () => {
        const [bytes, contentType] = await Promise.all([readFile(path), readFile(`${path}.type~`, 'utf8')])
        return { bytes, contentType }
      })
    },
    async peek(key, first) {
      const path = pathOf(key)
      return found(async () => {
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
      // A file that is written meanwhile keeps its folder from going for a moment.
      await rm(pathOf(key), { recursive: true, force: true, maxRetries: 5 })
    },
    async putFile(key, from, contentType) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(`${path}.type~`, Buffer.from(contentType))
      await writeWhole(path, createReadStream(from))
    },
    async look(key) {
      const path = pathOf(key)
      return found(async () => {
        const [facts, contentType] = await Promise.all([stat(path), readFile(`${path}.type~`, 'utf8')])
        const version = `"${facts.ino.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}-${facts.size.toString(36)}"`
        return { size: facts.size, contentType, version }
      })
    },
    async read(key, span) {
      const path = pathOf(key)
      // Opened first, so that what is not there is told now and not by a stream that breaks.
      const file = await found(() => open(path, 'r'))
      return file.createReadStream(span && { start: span.from, end: span.to })
    },
    async addressFor(key, seconds, file_name) {
      checkKey(key)
      return signer.sign(key, seconds, file_name)
    },
    async check() {
      await mkdir(folder, { recursive: true })
      await stat(folder)
    },
  }
}

async function found<T>(read: () => Promise<T>): Promise<T> {
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

/** Writes as it comes in. Of two that write at once one is refused: unlike renaming, linking never replaces. */
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

/** Writes and flushes a temporary file beside the path; answers its path. Leaves none behind when writing fails. */
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
