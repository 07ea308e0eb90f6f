import { Thread } from '../../../../platform/threads'
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
  const thread = new Thread(address, about)
  return { step: async entries => (await thread.ask(entries)) as Uint8Array, end: () => thread.end() }
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
