import { parentPort, workerData } from 'node:worker_threads'
import { type Entry, LogBook, type Title } from './log-book'

/*
 * A program that only `write-in-thread.ts` starts. It receives logs, and null at the end, and answers each message with
 * the finished part of the file. Whoever started it ends it.
 */
const book = new LogBook(workerData as Title)
parentPort?.on('message', (entries: readonly Entry[] | null) => {
  if (entries) for (const entry of entries) book.add(entry)
  else book.end()
  const bytes = book.takeFinished()
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
})
