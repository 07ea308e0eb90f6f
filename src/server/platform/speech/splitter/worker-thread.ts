import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sampleRate } from './features'
import { type Split, split } from './split'

/** The parameters of the thread. */
export interface Task {
  maxSpeakers: number
}

/** Messages of the thread: it needs more sound, its progress, its result. */
export type Report =
  | { kind: 'next' }
  | { kind: 'heard'; seconds: number }
  | { kind: 'done'; found: Split }
  | { kind: 'failed'; reason: string }

if (parentPort) void perform(workerData as Task, parentPort)

async function perform({ maxSpeakers }: Task, port: MessagePort): Promise<void> {
  const say = (report: Report) => port.postMessage(report)
  try {
    const found = await split(soundFrom(port), sampleRate, {
      maxSpeakers,
      onProgress: seconds => say({ kind: 'heard', seconds }),
    })
    say({ kind: 'done', found })
  } catch (error) {
    say({ kind: 'failed', reason: String(error) })
  }
}

/** Requests one chunk after the other; null is the end. */
async function* soundFrom(port: MessagePort): AsyncGenerator<Float32Array> {
  for (;;) {
    const answer = new Promise<Float32Array | null>(resolve => port.once('message', resolve))
    port.postMessage({ kind: 'next' } satisfies Report)
    const samples = await answer
    if (!samples) return
    yield samples
  }
}
