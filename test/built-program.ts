import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { newFolder } from './server-process'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A program built with the server's own settings into a folder without packages. */
export class BuiltProgram {
  private constructor(readonly folder: string) {}

  /** `code` is TypeScript that imports by full paths; `tidy` of `server-process.ts` removes the build. */
  static async of(code: string): Promise<BuiltProgram> {
    const folder = await newFolder()
    const entry = join(folder, 'program.ts')
    await writeFile(entry, code)
    await build({
      root,
      configFile: join(root, 'vite.server.config.ts'),
      logLevel: 'error',
      build: { ssr: entry, outDir: join(folder, 'out') },
    })
    return new BuiltProgram(folder)
  }

  get chunks(): string {
    return join(this.folder, 'out', 'chunks')
  }

  /** Runs it to its end and returns the messages that it sent. */
  async run(...args: string[]): Promise<unknown[]> {
    const child = fork(join(this.folder, 'out', 'index.js'), args, { execArgv: [] })
    const messages: unknown[] = []
    child.on('message', message => messages.push(message))
    await once(child, 'exit')
    return messages
  }
}
