import { connect, type Socket } from 'node:net'

/** One request in its wire format. */
export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/**
 * One kept-alive HTTP connection on loopback. It costs a fraction of a general client, which matters because load and
 * server share the same cores. Responses must declare their length, as uncompressed ones do here.
 */
export class Wire {
  readonly #socket: Socket
  #received: Buffer[] = []
  #length = 0
  #wanted = Number.POSITIVE_INFINITY
  #answer: { resolve(answer: string): void; reject(error: Error): void } | null = null

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', chunk => this.#take(chunk))
    this.#socket.on('error', error => this.#answer?.reject(error))
    this.#socket.on('close', () => this.#answer?.reject(new Error('The server closed the connection.')))
  }

  /** The body of the response; rejects unless its status is 200. One request at a time. */
  ask({ method, path, headers, body = '' }: Shot): Promise<string> {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const length =
      method === 'GET' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`)
    })
  }

  close(): void {
    this.#answer = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    if (this.#wanted === Number.POSITIVE_INFINITY) this.#wanted = wholeLength(Buffer.concat(this.#received))
    if (this.#length < this.#wanted) return
    const text = Buffer.concat(this.#received).toString()
    this.#received = []
    this.#length = 0
    this.#wanted = Number.POSITIVE_INFINITY
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    if (text.startsWith('HTTP/1.1 200')) this.#answer?.resolve(body)
    else this.#answer?.reject(new Error(text.slice(0, 600)))
  }
}

/** The length of a response whose head is complete; infinite before that. */
function wholeLength(received: Buffer): number {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return Number.POSITIVE_INFINITY
  const length = /^content-length: (\d+)/im.exec(received.toString('latin1', 0, head))?.[1]
  if (length === undefined) throw new Error('A response does not declare its length.')
  return head + 4 + Number(length)
}
