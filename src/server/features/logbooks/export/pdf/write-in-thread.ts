import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Entry, Title } from './log-book'

/** In the built server, a program of its own (`threads` in `vite.server.config.ts`). */
const address = new URL('./thread.ts', import.meta.url)

/** Turns logs, and at the end null, into what is finished of the file. */
type Step = (entries: readonly Entry[] | null) => Promise<Uint8Array>

/** A PDF of logs, made as fast as it is taken in a thread of its own, since setting text keeps a processor busy. */
export async function* writeInThread(
  about: Title,
  batches: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<Uint8Array> {
  const { step, end } = address.pathname.endsWith('.ts') ? await here(about) : inThread(about)
  try {
    for await (const entries of batches) yield* some(await step(entries))
    yield* some(await step(null))
  } finally {
    await end()
  }
}

const some = (bytes: Uint8Array) => (bytes.length > 0 ? [bytes] : [])

function inThread(about: Title): { step: Step; end: () => Promise<unknown> } {
  const worker = new Worker(address, { workerData: about })
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the thread ended with ${code}`)))
  })
  // It may fail while nobody waits for it; the next step tells.
  failed.catch(() => {})
  return {
    step: async entries => {
      const answer = once(worker, 'message')
      worker.postMessage(entries)
      const [bytes] = await Promise.race([answer, failed])
      return bytes as Uint8Array
    },
    end: () => worker.terminate(),
  }
}

/** The sources as they stand, which no thread can read. */
async function here(about: Title): Promise<{ step: Step; end: () => Promise<unknown> }> {
  const { LogBook } = await import('./log-book')
  const book = new LogBook(about)
  return {
    step: async entries => {
      for (const entry of entries ?? []) book.add(entry)
      if (!entries) book.end()
      return book.take()
    },
    end: async () => {},
  }
}
