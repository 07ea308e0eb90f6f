import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Entry, Title } from './log-book'

/** What a thread needs to know to be one of ours: other programs' threads may load this file too. */
export interface Task {
  task: 'pdf'
  about: Title
}

/** Where this module is: in the built server, the file that a thread can be started from. */
export const address = import.meta.url

const task = workerData as Task | null
if (!isMainThread && parentPort && task?.task === 'pdf') void write(task, parentPort)

/** Takes logs, and at the end null; each time it answers what is finished of the file. */
async function write({ about }: Task, port: MessagePort): Promise<void> {
  const { LogBook } = await import('./log-book')
  const book = new LogBook(about)
  port.on('message', (entries: readonly Entry[] | null) => {
    if (entries) for (const entry of entries) book.add(entry)
    else book.end()
    const bytes = book.take()
    port.postMessage(bytes, [bytes.buffer as ArrayBuffer])
    if (!entries) port.close()
  })
}
