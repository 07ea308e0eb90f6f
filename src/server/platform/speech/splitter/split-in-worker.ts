import { Worker } from 'node:worker_threads'
import { decode } from './decode'
import type { Split, SplitOptions } from './split'
import type { Report, Task } from './worker-thread'

/** In the built server, this is a separate program (`threads` in `vite.server.config.ts`). */
const address = new URL('./worker-thread.ts', import.meta.url)

/**
 * Who spoke when in a file of sound, or in sound at 16 kHz, computed in a separate thread so that no call waits [D24].
 * Throws `SoundTrouble` for a file, or the signal's reason.
 */
export async function splitInWorker(
  sound: string | AsyncIterable<Float32Array>,
  options: SplitOptions = {},
): Promise<Split> {
  const { signal, maxSpeakers = 8 } = options
  signal?.throwIfAborted()
  const pcm = typeof sound === 'string' ? decode(sound, { signal }) : sound
  if (address.pathname.endsWith('.ts')) return splitHere(pcm, options)
  const worker = new Worker(address, { workerData: { maxSpeakers } satisfies Task })
  const chunks = pcm[Symbol.asyncIterator]()
  try {
    return await talk(worker, chunks, options)
  } finally {
    await Promise.all([worker.terminate(), chunks.return?.()])
  }
}

/** Runs from the TypeScript sources, which a thread cannot load; the work yields often enough for other work. */
async function splitHere(pcm: AsyncIterable<Float32Array>, options: SplitOptions): Promise<Split> {
  const { split } = await import('./split')
  return split(pcm, 16_000, options)
}

function talk(
  worker: Worker,
  chunks: AsyncIterator<Float32Array>,
  { onProgress, signal }: SplitOptions,
): Promise<Split> {
  return new Promise((resolve, reject) => {
    const feed = async () => {
      const { done, value } = await chunks.next()
      worker.postMessage(done ? null : value, done ? [] : [value.buffer as ArrayBuffer])
    }
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    worker.once('exit', () => signal?.removeEventListener('abort', abort))
    worker.on('message', (report: Report) => {
      if (report.kind === 'next') feed().catch(reject)
      else if (report.kind === 'heard') onProgress?.(report.seconds)
      else if (report.kind === 'done') resolve(report.found)
      else reject(new Error(report.reason))
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the thread ended with ${code}`)))
  })
}
