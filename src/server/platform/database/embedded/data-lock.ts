import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Clock, systemClock } from '../../clock'
import { StartupError } from '../../startup-error'

export interface DataLock {
  /** Releases the folder for the next server. */
  release(): Promise<void>
}

/** Another server uses the data folder. The message says which. */
export class DataFolderInUse extends StartupError {
  override name = 'DataFolderInUse'
  constructor(folder: string, holder: Claim | undefined) {
    const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'it does not answer'
    super(
      `Another Wheelhouse server uses the data folder ${folder} (${who}); stop it, or give this one its own DATA_DIR.`,
    )
  }
}

const Claim = z.object({ token: z.string(), pid: z.number(), since: z.string(), isHeld: z.boolean() })
type Claim = z.infer<typeof Claim>

/** What a socket reveals: its process has ended, or is alive, though perhaps too busy to send its claim. */
type Answer = { isAlive: false } | { isAlive: true; claim?: Claim }

const answersWithin = 2_000
const decidedWithin = 10_000
// macOS takes 103 bytes for the path of a socket, Linux 107.
const longestSocketPath = 103

function readClaim(text: string): Claim | undefined {
  try {
    return Claim.parse(JSON.parse(text))
  } catch {
    // Perhaps another version of the server. It is alive, which is what matters.
    return undefined
  }
}

/** Connects and reads the reply; undefined if the other side closed without one. */
function askOnce(path: string): Promise<Answer | undefined> {
  return new Promise(resolve => {
    let text = ''
    const socket = createConnection(path)
    const finish = (answer: Answer | undefined) => {
      resolve(answer)
      socket.destroy()
    }
    socket.setEncoding('utf8').setTimeout(answersWithin, () => finish({ isAlive: true }))
    socket.on('data', (piece: string) => {
      text += piece
    })
    socket.on('end', () => finish(text === '' ? undefined : { isAlive: true, claim: readClaim(text) }))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish(undefined)
      else finish({ isAlive: error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT' })
    })
  })
}

/**
 * Asks the listener of a socket. The operating system accepts connections for a stopped or busy process; a killed one
 * has no listener.
 */
async function ask(path: string): Promise<Answer> {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await askOnce(path)
    if (answer) return answer
    // The other process was about to end.
    await delay(10)
  }
  return { isAlive: true }
}

/** Listens on `path` and sends the claim to each caller. Never keeps the process alive. */
async function listen(path: string, claim: Claim): Promise<Server> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.end(JSON.stringify(claim))
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen({ path, exclusive: true }, done))
  server.unref()
  return server
}

const close = (server: Server) => new Promise<void>(done => server.close(() => done()))

/** A short alias of a folder whose own path is too long for a socket. `remove` deletes the alias, not the folder. */
async function shortAlias(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(folder) + 40 <= longestSocketPath) return { path: folder, remove: async () => {} }
  const place = tmpdir().length < 50 ? tmpdir() : '/tmp'
  const alias = await mkdtemp(join(place, 'wheelhouse-lock-'))
  await symlink(folder, join(alias, 'd'))
  return { path: join(alias, 'd'), remove: () => rm(alias, { recursive: true, force: true }) }
}

const suffix = '.sock'

/** The claims of other living processes. Sockets without a listener are removed; their names are never reused. */
async function otherClaimsIn(folder: string, own: string): Promise<(Claim | undefined)[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith(suffix) && name !== `${own}${suffix}`)
  const answers = await Promise.all(
    names.map(async name => {
      const answer = await ask(join(folder, name))
      if (!answer.isAlive) await rm(join(folder, name), { force: true })
      return answer
    }),
  )
  return answers.flatMap(answer => (answer.isAlive ? [answer.claim] : []))
}

/**
 * The bakery algorithm: each starter first publishes its claim, then reads the others'. Of two at the same time, each
 * sees the other; the one with the smaller token waits until the other has given up or turned out to be first.
 */
async function becomeHolder(way: string, own: Claim, folder: string): Promise<void> {
  const deadline = performance.now() + decidedWithin
  for (;;) {
    const others = await otherClaimsIn(way, own.token)
    const first = others.find(other => !other || other.isHeld || other.token < own.token)
    if (others.includes(undefined) || first) throw new DataFolderInUse(folder, first)
    if (others.length === 0) break
    if (performance.now() > deadline) throw new DataFolderInUse(folder, others[0])
    await delay(10)
  }
  own.isHeld = true
}

async function lockBySocket(dir: string, own: Claim): Promise<DataLock> {
  const folder = join(dir, 'lock')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const way = await shortAlias(folder)
  const remove = () => rm(join(folder, `${own.token}${suffix}`), { force: true })
  try {
    // Gets its final name only once it listens. Otherwise others would take it for the socket of a killed server.
    const server = await listen(join(way.path, `${own.token}.new`), own).catch(cause => {
      throw new Error(`The data folder ${dir} cannot hold a socket (${cause.code}); put DATA_DIR on a local disk.`, {
        cause,
      })
    })
    const release = async () => {
      await remove()
      await close(server)
    }
    try {
      await rename(join(folder, `${own.token}.new`), join(folder, `${own.token}${suffix}`))
      await becomeHolder(way.path, own, dir)
    } catch (error) {
      await release()
      throw error
    }
    return { release }
  } finally {
    await way.remove()
  }
}

/** On Windows, a pipe's name belongs to one process at a time and is freed when that process ends. */
async function lockByPipe(dir: string, own: Claim): Promise<DataLock> {
  const name = createHash('sha256').update(dir.toLowerCase()).digest('hex').slice(0, 32)
  const path = `\\\\.\\pipe\\wheelhouse-${name}`
  const server = await listen(path, { ...own, isHeld: true }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    const answer = await ask(path)
    throw new DataFolderInUse(dir, answer.isAlive ? answer.claim : undefined)
  })
  return { release: () => close(server) }
}

/**
 * Locks a data folder for this process, or throws {@link DataFolderInUse}. The lock is a listening socket, which ends
 * with the process in every case. No process ids are compared, and containers that share the folder see each other's
 * locks.
 */
export async function lockDataFolder(dir: string, clock: Pick<Clock, 'now'> = systemClock): Promise<DataLock> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const own = {
    token: randomBytes(8).toString('hex'),
    pid: process.pid,
    since: new Date(clock.now()).toISOString(),
    isHeld: false,
  }
  const folder = await realpath(dir)
  return process.platform === 'win32' ? lockByPipe(folder, own) : lockBySocket(folder, own)
}
