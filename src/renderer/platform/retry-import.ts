import { http } from './http'

/** What browsers say when a module that a page needs could not be fetched. */
const chunkErrors = /dynamically imported module|module script failed|Unable to preload|error loading dynamically/i

/** How often a server that is away is looked for, and how long an answer may take, in milliseconds. */
const lookEvery = 2_000
const answerWithin = 5_000

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.test(error.message)
}

/** Whether the server answers at this moment. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await http.get('healthcheck', { timeout: answerWithin })).ok
  } catch {
    return false
  }
}

/**
 * Loads a module, and waits for the server where it is away: what is on the screen stays meanwhile. Fails where the server is there and
 * the module is not, as when a newer version took its place [4.18b].
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkError(error) || (await isServerThere())) throw error
  }
  do await new Promise(resolve => setTimeout(resolve, lookEvery))
  while (!(await isServerThere()))
  return load()
}
