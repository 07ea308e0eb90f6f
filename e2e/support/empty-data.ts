import { rm } from 'node:fs/promises'
import { Server } from './server'

/** Starts a server once, for the data that all servers of the run start with. Returns what removes it. */
export default async function makeEmptyData(): Promise<() => Promise<void>> {
  if (process.platform === 'win32') return async () => undefined
  const server = new Server({})
  await server.start()
  const folder = await server.stopAndKeep()
  process.env.STORY_EMPTY_DATA = folder
  return () => rm(folder, { recursive: true, force: true })
}
