import { Thread } from '../../../../platform/threads'
import type { Entry, Title } from './log-book'

/** In the built server, this is a separate program (`threads` in `vite.server.config.ts`). */
const address = new URL('./thread.ts', import.meta.url)

/** Takes logs, and null at the end; returns the finished part of the file. */
type Step = (entries: readonly Entry[] | null) => Promise<Uint8Array>

/** A PDF of logs, produced at the reader's speed in a separate thread, because typesetting keeps a processor busy. */
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
  const thread = new Thread(address, { workerData: about })
  return { step: async entries => (await thread.ask(entries)) as Uint8Array, end: () => thread.end() }
}

/** Runs from the TypeScript sources, which a thread cannot load. */
async function here(about: Title): Promise<{ step: Step; end: () => Promise<unknown> }> {
  const { LogBook } = await import('./log-book')
  const book = new LogBook(about)
  return {
    step: async entries => {
      for (const entry of entries ?? []) book.add(entry)
      if (!entries) book.end()
      return book.takeFinished()
    },
    end: async () => {},
  }
}
