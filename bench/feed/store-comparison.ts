import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { asOwner, type Product } from '../product'

/** A comparison of the picture store with the database. */
export interface StoreComparison {
  objects: number
  rows: number
  /** Pictures in the store without a row or upload permission. */
  orphans: string[]
  /** Rows whose picture is missing. */
  missing: string[]
}

/** Compares the pictures in a server's store with its rows; running uploads count as differences too. */
export async function compareStore({ dataDir }: Pick<Product, 'dataDir'>): Promise<StoreComparison> {
  const folder = join(dataDir, 'objects')
  const files = await readdir(join(folder, 'frames'), { recursive: true, withFileTypes: true }).catch(() => [])
  const keys = files
    .filter(file => file.isFile())
    .map(file => relative(folder, join(file.parentPath, file.name)).replaceAll(sep, '/'))
  // Beside each object is a file with its type. The rest of an interrupted write ends the same way and has no object.
  const objects = new Set(keys.filter(key => !key.endsWith('~')))
  const beside = keys.filter(key => key.endsWith('~')).map(key => ({ key, of: key.replace(/(\.jpg)\..*~$/, '$1') }))
  const { rows, granted } = await asOwner(dataDir, async client => {
    const read = async (table: 'frames' | 'upload_grants') => {
      const result = await client.query<{ object_key: string }>(`select object_key from ${table}`)
      return new Set(result.rows.map(row => row.object_key))
    }
    return { granted: await read('upload_grants'), rows: await read('frames') }
  })
  const isKnown = (key: string) => rows.has(key) || granted.has(key)
  return {
    objects: objects.size,
    rows: rows.size,
    orphans: [
      ...[...objects].filter(key => !isKnown(key)),
      ...beside.filter(({ of }) => !isKnown(of)).map(({ key }) => key),
    ],
    missing: [...rows].filter(key => !objects.has(key)),
  }
}
