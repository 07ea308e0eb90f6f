import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppContext, perApp } from '../app-context'

/** Files that pass through, below the data folder and not in memory. What a server left that was killed is removed by the next one. */
const rootOf = perApp(async ({ settings }) => {
  const root = join(settings.DATA_DIR, 'passing')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true, mode: 0o700 })
  return root
})

/** Runs `work` with an empty folder of its own, which is gone afterwards. */
export async function withScratch<T>(app: AppContext, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(await rootOf(app), randomUUID())
  await mkdir(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
