import { join } from 'node:path'
import { inject } from 'vitest'
import { bundle } from './server-process'

let server: Promise<string> | undefined

/**
 * Bundles the server as `npm start` does, once for all files of a process; returns the program. The end of the run
 * removes it.
 */
export function buildServer(): Promise<string> {
  server ??= bundle('src/server/index.ts', join(inject('folder'), `server-${process.pid}`))
  return server
}
