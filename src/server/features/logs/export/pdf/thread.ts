import { parentPort, workerData } from 'node:worker_threads'
import { type Entry, LogBook, type Title } from './log-book'

/* A program that only `write-in-thread.ts` starts: takes logs, and at the end null; each time it answers what is finished of the file. */
const book = new LogBook(workerData as Title)
parentPort?.on('message', (entries: readonly Entry[] | null) => {
  if (entries) for (const entry of entries) book.add(entry)
  else book.end()
  const bytes = book.take()
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
  if (!entries) parentPort?.close()
})
