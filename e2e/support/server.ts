import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Mailbox } from './mailbox'

const program = join(import.meta.dirname, '../../out/server/index.js')
const movedClock = join(import.meta.dirname, 'moved-clock.mjs')
export const startTimeout = 60_000

/** The built server, as an operator runs it: with its own process, data folder and port. */
export class Server {
  url = ''
  #folder = ''
  #port = 0
  #mailAddress = ''
  #process: ChildProcess | null = null
  #output = ''

  /** With a mailbox, it gets all mails; without one they stay in the outbox. */
  constructor(
    private readonly settings: Readonly<Record<string, string>>,
    readonly mailbox: Mailbox | null = null,
  ) {}

  /** The end of its output since the latest start. */
  get output(): string {
    return this.#output
  }

  get isRunning(): boolean {
    return this.#process !== null
  }

  /** Starts, or restarts on the same port and data, and resolves when it is ready. */
  async start(): Promise<void> {
    this.#folder ||= await newFolder()
    this.#port ||= await freePort()
    this.url = `http://localhost:${this.#port}`
    const { TRUSTED_PROXIES: _, ...environment } = process.env
    this.#mailAddress ||= (await this.mailbox?.open()) ?? ''
    const child = spawn(process.execPath, ['--import', movedClock, program], {
      env: {
        ...environment,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        ...this.settings,
        ...(this.#mailAddress && { SMTP_URL: this.#mailAddress }),
        PORT: String(this.#port),
        DATA_DIR: join(this.#folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#process = child
    const isReady = new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk}`.slice(-4000)
        if (this.#output.includes('is ready at')) resolve()
      }
      this.#output = ''
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', code => reject(new Error(`The server ended with ${code}:\n${this.#output}`)))
      setTimeout(() => reject(new Error(`The server is not ready:\n${this.#output}`)), startTimeout).unref()
    })
    await isReady
  }

  /** Moves its clock forward by these milliseconds. What waits for a timer still waits in real time. */
  async advance(milliseconds: number): Promise<void> {
    const child = this.#process
    if (!child) throw new Error('The server is not running.')
    const moved = once(child, 'message')
    child.send({ advance: milliseconds })
    await moved
  }

  /** Kills it without warning, like a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops it cleanly, like Ctrl-C, and returns the folder of its data. */
  async stopAndKeep(): Promise<string> {
    await this.#end('SIGTERM')
    return this.#folder
  }

  /**
   * Stops it cleanly, like Ctrl-C, and deletes everything of it. A worker that runs more stories of the file later starts
   * it anew.
   */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await this.mailbox?.close()
    await rm(this.#folder, { recursive: true, force: true })
    this.#folder = ''
    this.#mailAddress = ''
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

/**
 * A folder for the data of a server. It starts with a copy of what `empty-data.ts` has made once for the run, because
 * creating a database takes longer than many a story.
 */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-story-'))
  const { STORY_EMPTY_DATA: empty } = process.env
  // The database runs as another user where the server runs as root, so owners are copied too.
  if (empty) await promisify(execFile)('cp', ['-a', join(empty, 'data'), folder])
  return folder
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
