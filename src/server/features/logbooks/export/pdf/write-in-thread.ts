import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Entry, Title } from './log-book'
import type { Task } from './thread'

/*
 * Only types may be imported here from what the thread runs: code that both need would be built into the server's program, and the
 * thread would start a second server to get at it.
 */

/** Turns logs, and at the end null, into what is finished of the file. */
type Step = (entries: readonly Entry[] | null) => Promise<Uint8Array>

/** A PDF of logs, made as fast as it is taken in a thread of its own, since setting text keeps a processor busy. */
export async function* writeInThread(
  about: Title,
  batches: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<Uint8Array> {
  // Imported late and from nowhere else, what the thread runs gets a file of its own when the server is built.
  const { address } = await import('./thread')
  const { step, end } = address.endsWith('.ts') ? await here(about) : inThread(new URL(address), about)
  try {
    for await (const entries of batches) yield* some(await step(entries))
    yield* some(await step(null))
  } finally {
    await end()
  }
}

const some = (bytes: Uint8Array) => (bytes.length > 0 ? [bytes] : [])

function inThread(address: URL, about: Title): { step: Step; end: () => Promise<unknown> } {
  const worker = new Worker(address, { workerData: { task: 'pdf', about } satisfies Task })
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
