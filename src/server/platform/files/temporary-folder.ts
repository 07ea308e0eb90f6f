import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppContext, perApp } from '../app-context'

/** Temporary files, below the data folder instead of in memory. The next server removes those of a killed one. */
const rootOf = perApp(async ({ settings }) => {
  const root = join(settings.DATA_DIR, 'passing')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true, mode: 0o700 })
  return root
})

/** Runs `work` with an empty temporary folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(app: AppContext, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(await rootOf(app), randomUUID())
  await mkdir(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
