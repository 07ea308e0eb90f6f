import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'

/**
 * A language model on loopback whose answers and timing the story controls. It speaks the protocol of
 * `/chat/completions`.
 */
export class SlowModel {
  url = ''
  #server: Server | null = null
  #answer: ServerResponse | null = null
  #onRequest = () => {}

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', part => {
        body += part
      })
      request.once('end', () => {
        // Requests for titles of logs have no tools. It writes none, so that the first words become the titles.
        if (!body.includes('"tools"')) {
          response.writeHead(400).end('{}')
          return
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        this.#answer = response
        this.#onRequest()
      })
    }).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The model has no port.')
    this.url = `http://127.0.0.1:${address.port}/v1`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    if (this.#server?.listening) await once(this.#server, 'close')
  }

  /** Waits for a request, and starts the answer; the rest follows with `say` and `end`. */
  async begin(text: string): Promise<void> {
    if (!this.#answer) {
      await new Promise<void>(resolve => {
        this.#onRequest = resolve
      })
    }
    this.write(text)
  }

  write(content: string): void {
    this.#send({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })
  }

  end(): void {
    this.#send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    this.#answer?.end('data: [DONE]\n\n')
    this.#answer = null
  }

  /** The client of the running request is gone. */
  forget(): void {
    this.#answer?.destroy()
    this.#answer = null
  }

  #send(chunk: object): void {
    const whole = { id: 'answer', object: 'chat.completion.chunk', created: 0, model: 'slow', ...chunk }
    this.#answer?.write(`data: ${JSON.stringify(whole)}\n\n`)
  }
}
