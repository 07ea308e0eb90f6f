import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { program } from './binaries'
import { type ClusterLocation, dataArgument } from './cluster'
import { diskFull, type PostgresLog, type PostgresReport, reportReader } from './log-lines'
import { type RunningPostmaster, readPostmasterFile } from './postmaster-file'
import { isAlive, waitForEnd } from './processes'
import { programEnvironment } from './settings'

const run = promisify(execFile)

/** How PostgreSQL ended; both are null if it was not our child process. */
export interface PostmasterEnd {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Launched {
  pid: number
  ended: Promise<PostmasterEnd>
}

/** Another PostgreSQL, or the rest of one, uses the data folder; it may end in a moment. */
export class DataFolderBusy extends Error {
  override name = 'FolderHeld'
}

const recoveryPatience = 300_000
const reportAfter = 5_000
/** How long the last output of a PostgreSQL that ended is waited for, in milliseconds. */
const lastWords = 500

/**
 * Waits until a PostgreSQL accepts connections; it may first recover from a crash. Returns undefined if it ends
 * instead.
 */
export async function waitUntilReady(
  dataDir: string,
  pid: number,
  log: PostgresLog,
  hasEnded: () => boolean = () => !isAlive(pid),
): Promise<RunningPostmaster | undefined> {
  const startedAt = performance.now()
  let reportedAt = startedAt
  while (!hasEnded()) {
    const file = await readPostmasterFile(dataDir)
    if (file && file.pid === pid && file.isReady) return file
    const now = performance.now()
    if (now - startedAt > recoveryPatience)
      throw new Error(`PostgreSQL (process ${pid}) did not finish starting in ${recoveryPatience / 60_000} minutes.`)
    if (now - reportedAt > reportAfter) {
      reportedAt = now
      log({
        level: 'info',
        message: `PostgreSQL is still starting, after ${Math.round((now - startedAt) / 1000)} s; it may be recovering.`,
        pid,
      })
    }
    await delay(3)
  }
  return undefined
}

function explain(error: NodeJS.ErrnoException, { native, account, dataDir }: ClusterLocation): Error {
  const who = account ? `user ${account.uid}, which PostgreSQL runs as,` : 'this user'
  if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'EINVAL') return error
  return new Error(
    `PostgreSQL could not be started (${error.code}): ${who} must be able to run ${program(native, 'postgres')} and to enter ${dataDir}. ` +
      (account ? 'If root may not change to another user here, start the server as an ordinary user.' : ''),
    { cause: error },
  )
}

function begin({ dataDir, native, account }: ClusterLocation, parameters: readonly string[]): ChildProcess {
  return spawn(program(native, 'postgres'), ['-D', dataArgument({ dataDir, account }), ...parameters], {
    ...account,
    cwd: dataDir,
    env: programEnvironment(),
    // Runs in its own session: Ctrl-C in a terminal reaches all processes of ours, and PostgreSQL must outlast the
    // server's last writes.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Starts PostgreSQL on a data folder and waits until it accepts connections; `onLaunched` is called between. */
export async function launch(
  site: ClusterLocation,
  parameters: readonly string[],
  log: PostgresLog,
  onLaunched?: () => void,
): Promise<Launched> {
  const child = begin(site, parameters)
  const said: PostgresReport[] = []
  let isUp = false
  const reader = reportReader(report => {
    if (!isUp) said.push(report)
    // The thrown error says why it does not start, so those messages are not logged as well.
    if (isUp || (report.level !== 'error' && report.level !== 'fatal')) log(report)
  })
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (piece: string) => reader.push(piece))
    .on('end', () => reader.end())
  const closed = new Promise(resolve => child.once('close', resolve))
  const ended = new Promise<PostmasterEnd>(resolve => {
    child.once('exit', (code, signal) => {
      // Why it ended may be read only after it has; an orphaned process may keep the stream open.
      void Promise.race([closed, delay(lastWords)]).then(() => resolve({ code, signal }))
    })
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, site)
  }
  // From here on, the child's error events only concern signals, which stop() checks by itself.
  child.on('error', () => {})
  onLaunched?.()
  const pid = child.pid ?? 0
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const running = await waitUntilReady(site.dataDir, pid, log, hasEnded)
  isUp = true
  if (running) return { pid, ended }
  const { code, signal } = await ended
  const words = said
    .map(report => report.message)
    .slice(-12)
    .join('\n')
  const isFull = said.some(report => report.code === diskFull)
  const Kind = !isFull && /lock file "postmaster.pid"|still in use/.test(words) ? DataFolderBusy : Error
  const error = new Kind(`PostgreSQL ended while starting on ${site.dataDir} (${signal ?? `code ${code}`}):\n${words}`)
  // Lets those who wait for room know this end from others.
  throw Object.assign(error, isFull && { code: diskFull })
}

/** Watches a PostgreSQL that is not our child process. */
export function watchProcess(pid: number): Launched {
  const ended = new Promise<PostmasterEnd>(resolve => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      resolve({ code: null, signal: null })
    }, 100)
    timer.unref()
  })
  return { pid, ended }
}

/** `fast` stops cleanly, `immediate` skips the last checkpoint so that the next start recovers, `kill` uses force. */
export type EndMode = 'fast' | 'immediate' | 'kill'

/**
 * Attempts in order, with the milliseconds until the next. PostgreSQL itself kills processes that do not end within
 * five seconds.
 */
const endModes: readonly { mode: EndMode; signal: NodeJS.Signals; patience: number }[] = [
  { mode: 'fast', signal: 'SIGINT', patience: 20_000 },
  { mode: 'immediate', signal: 'SIGQUIT', patience: 6_000 },
  { mode: 'kill', signal: 'SIGKILL', patience: 3_000 },
]

async function askToEnd(
  pid: number,
  { mode, signal }: (typeof endModes)[number],
  { dataDir, native }: ClusterLocation,
): Promise<void> {
  // Windows has no signals; PostgreSQL listens on a pipe that pg_ctl writes to.
  if (process.platform === 'win32' && mode !== 'kill') {
    const toStop = ['stop', '-D', dataDir, '-m', mode, '-W']
    await run(program(native, 'pg_ctl'), toStop, { env: programEnvironment(), windowsHide: true })
  } else process.kill(pid, signal)
}

/**
 * Ends PostgreSQL, with increasing force if it takes too long, and resolves when it has ended. `first` is the mode to
 * begin with.
 */
export async function endPostmaster(
  pid: number,
  site: ClusterLocation,
  log: PostgresLog,
  first: EndMode = 'fast',
): Promise<void> {
  for (const way of endModes.slice(endModes.findIndex(({ mode }) => mode === first))) {
    if (way.mode !== first) log({ level: 'warn', message: `PostgreSQL does not end; trying again (${way.mode}).`, pid })
    await askToEnd(pid, way, site).catch((error: NodeJS.ErrnoException) => {
      if (isAlive(pid)) log({ level: 'error', message: `PostgreSQL could not be asked to end: ${error.message}`, pid })
    })
    if (await waitForEnd(pid, way.patience)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${site.dataDir} does not end. End it by hand.`)
}
