import { http } from './http'

/** Browser messages for a module that could not be fetched. */
const chunkErrors = /dynamically imported module|module script failed|Unable to preload|error loading dynamically/i

/** How often to check for an unreachable server, and how long an answer may take, in milliseconds. */
const pollEvery = 2_000
const answerWithin = 5_000

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.test(error.message)
}

/** Whether the server answers now. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await http('healthcheck', { timeout: answerWithin })).ok
  } catch {
    return false
  }
}

/**
 * Loads a module, and waits while the server is unreachable, so that the screen stays as it is. Rejects if the server
 * is reachable and the module is not, for example after an update [4.18b].
 */
export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkError(error) || (await isServerThere())) throw error
  }
  do await new Promise(resolve => setTimeout(resolve, pollEvery))
  while (!(await isServerThere()))
  return load()
}
