import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Clock, systemClock } from '../../clock'

export interface DataLock {
  /** Gives the folder free for the next server. */
  release(): Promise<void>
}

/** Another server holds the data folder. The message is one sentence that says which. */
export class DataFolderInUse extends Error {
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

/** What is behind a socket: nobody any more, or a living process, which may be too busy to say more. */
type Answer = { isAlive: false } | { isAlive: true; claim?: Claim }

const answersWithin = 2_000
const decidedWithin = 10_000
// macOS takes 103 bytes for the path of a socket, Linux 107.
const longestSocketPath = 103

function readClaim(text: string): Claim | undefined {
  try {
    return Claim.parse(JSON.parse(text))
  } catch {
    // Another version of the server, perhaps. It lives, which is what counts.
    return undefined
  }
}

/** Connects and reads what is said; undefined if the other side broke off without a word. */
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

/** Asks who listens. The system answers for a process that was stopped or is busy; of one that was killed nothing is left. */
async function ask(path: string): Promise<Answer> {
  for (let tries = 0; tries < 5; tries++) {
    const answer = await askOnce(path)
    if (answer) return answer
    // It was about to end.
    await delay(10)
  }
  return { isAlive: true }
}

/** Listens on `path`, telling each caller the claim. Never keeps the process alive. */
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

/** A short way to a folder whose own path is too long for a socket's; `remove` takes it away, not the folder. */
async function shortWay(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(folder) + 40 <= longestSocketPath) return { path: folder, remove: async () => {} }
  const place = tmpdir().length < 50 ? tmpdir() : '/tmp'
  const alias = await mkdtemp(join(place, 'wheelhouse-lock-'))
  await symlink(folder, join(alias, 'd'))
  return { path: join(alias, 'd'), remove: () => rm(alias, { recursive: true, force: true }) }
}

const suffix = '.sock'

/** The claims of living others; sockets that nobody listens on any more are removed. Their names are never used again. */
async function othersIn(folder: string, own: string): Promise<(Claim | undefined)[]> {
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
 * Each starter first shows its claim, then looks at the others' (the bakery algorithm): of two at the same time each sees the
 * other, and the one with the smaller token waits until the other has stood back, or has turned out to be first.
 */
async function becomeHolder(way: string, own: Claim, folder: string): Promise<void> {
  const deadline = performance.now() + decidedWithin
  for (;;) {
    const others = await othersIn(way, own.token)
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
  const way = await shortWay(folder)
  const remove = () => rm(join(folder, `${own.token}${suffix}`), { force: true })
  try {
    // Shown under its name only once it listens: until then others would take it for one whose server was killed.
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

/** Windows gives a pipe's name to one process at a time and forgets it when that ends. */
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
 * Takes a data folder for this process, or throws {@link DataFolderInUse}. The lock is a listening socket, which ends with the
 * process however that ends, so that nothing has to be guessed from process numbers, and containers that share the folder see
 * each other.
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
