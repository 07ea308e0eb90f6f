import { expect, test } from 'vitest'
import { Thread } from './threads'

test('The answer of a thread that ends after it is not lost, also where both are noticed late', async () => {
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const program = `
    import { parentPort, workerData } from 'node:worker_threads'
    process.on('exit', () => {
      Atomics.store(workerData, 0, 1)
      Atomics.notify(workerData, 0)
    })
    parentPort.on('message', asked => {
      parentPort.postMessage('the answer to ' + asked)
      parentPort.close()
    })`
  const address = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  for (const asked of ['one', 'two', 'three']) {
    ended[0] = 0
    const thread = new Thread(address, { workerData: ended })
    const answer = thread.ask(asked)
    // Keeps this thread busy until the other one is on its way out.
    Atomics.wait(ended, 0, 0, 20_000)
    expect(await answer).toBe(`the answer to ${asked}`)
    await expect(thread.ask('again')).rejects.toThrow('the thread ended with 0')
  }
})
