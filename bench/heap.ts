import { once } from 'node:events'
import { createServer } from 'node:net'
import { WebSocket } from 'ws'

/** A free port of this computer. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

interface Answer {
  id: number
  result: { result?: { value: unknown } }
}

/** The memory of a Node program that was started with `--inspect` on this port, seen through its debugger. */
export class InspectedHeap {
  #asked = 0

  private constructor(private readonly socket: WebSocket) {}

  static async of(port: number): Promise<InspectedHeap> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
    if (!target) throw new Error('The program cannot be inspected.')
    const socket = new WebSocket(target.webSocketDebuggerUrl)
    await once(socket, 'open')
    return new InspectedHeap(socket)
  }

  /** Bytes of objects and buffers that are in use, after the garbage was collected. */
  async bytes(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage', {})
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
    const { result } = await this.#ask('Runtime.evaluate', { expression })
    return Number(result.result?.value)
  }

  close(): void {
    this.socket.close()
  }

  async #ask(method: string, params: object): Promise<Answer> {
    this.#asked += 1
    const id = this.#asked
    this.socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(this.socket, 'message')
      const answer = JSON.parse(String(data)) as Answer
      if (answer.id === id) return answer
    }
  }
}
