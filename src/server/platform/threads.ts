import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'

/** A program in a thread of its own that answers each message with one. */
export class Thread {
  readonly #worker: Worker
  readonly #failed: Promise<never>

  constructor(address: URL, options?: WorkerOptions) {
    this.#worker = new Worker(address, options)
    this.#failed = new Promise<never>((_, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('exit', code => reject(new Error(`the thread ended with ${code}`)))
    })
    // A thread may fail while nobody waits for it; the next request reports the failure.
    this.#failed.catch(() => {})
  }

  /** Allows one request at a time. Rejects if the thread fails or has failed. */
  async ask(message: unknown): Promise<unknown> {
    this.#worker.ref()
    // A thread that ends after its answer may be told in the same moment as the answer. `once` of events would be later.
    let answered = (_: unknown) => {}
    const answer = new Promise(resolve => {
      answered = resolve
    })
    this.#worker.on('message', answered)
    try {
      this.#worker.postMessage(message)
      return await Promise.race([answer, this.#failed])
    } finally {
      this.#worker.off('message', answered)
      // An idle thread does not keep the program from ending.
      this.#worker.unref()
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Functions that run in a thread, by name; those of a {@link ThreadPool} are not asynchronous. Their arguments and results are copied between threads. */
type Work = Record<string, (input: never) => unknown>

interface Order {
  name: string
  input: unknown
}

/** Makes a thread's program serve the requests of a {@link ThreadPool}. */
export function serveWork(work: Work): void {
  // What fails ends the thread, which its owner notices.
  const serve = async ({ name, input }: Order) => parentPort?.postMessage(await work[name]?.(input as never))
  parentPort?.on('message', (order: Order) => void serve(order))
}

/**
 * A few threads that run heavy work outside of the server's own thread. They start with the first work and stay. One
 * that fails takes its work with it, and the next work starts another.
 */
export class ThreadPool<W extends Work> {
  readonly #idle: Thread[] = []
  readonly #waiting: (() => void)[] = []
  #count = 0

  constructor(
    /** In the built server, a program of its own (`threads` in `vite.server.config.ts`). */
    private readonly address: URL,
    /** The same work for servers that run from the TypeScript sources, which a thread cannot load. */
    private readonly here: () => Promise<W>,
    private readonly size = 2,
  ) {}

  async run<K extends string & keyof W>(name: K, input: Parameters<W[K]>[0]): Promise<ReturnType<W[K]>> {
    if (this.address.pathname.endsWith('.ts')) return (await this.here())[name]?.(input as never) as ReturnType<W[K]>
    const thread = await this.#free()
    try {
      const content = await thread.ask({ name, input } satisfies Order)
      this.#idle.push(thread)
      return content as ReturnType<W[K]>
    } catch (error) {
      this.#count -= 1
      await thread.end()
      throw error
    } finally {
      this.#waiting.shift()?.()
    }
  }

  async #free(): Promise<Thread> {
    while (this.#idle.length === 0 && this.#count >= this.size)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    const idle = this.#idle.pop()
    if (idle) return idle
    this.#count += 1
    return new Thread(this.address)
  }
}
