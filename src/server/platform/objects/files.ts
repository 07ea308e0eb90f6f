import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
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
  const get: Objects['get'] = async key => {
    const path = pathOf(key)
    try {
      const [bytes, contentType] = await Promise.all([readFile(path), readFile(`${path}.type~`, 'utf8')])
      return { bytes, contentType }
    } catch (cause) {
      throw new ObjectError(
        nothingThere.has((cause as NodeJS.ErrnoException).code ?? '') ? 'object.not_found' : 'object.unavailable',
        { cause },
      )
    }
  }
  return {
    async put(key, bytes, contentType) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(`${path}.type~`, Buffer.from(contentType))
      await writeWhole(path, bytes)
    },
    get,
    async delete(key) {
      const path = pathOf(key)
      await Promise.all([rm(path, { force: true }), rm(`${path}.type~`, { force: true })])
    },
    async addressFor(key, seconds) {
      checkKey(key)
      return signer.sign(key, seconds)
    },
    async check() {
      await mkdir(folder, { recursive: true })
      await stat(folder)
    },
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}~`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
