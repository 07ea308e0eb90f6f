import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** A request of a client of the transcription protocol. */
export interface SpeechRequest {
  path: string
  headers: IncomingMessage['headers']
  fields: Record<string, string>
  file: { name: string; type: string; bytes: Buffer }
}

/** The behaviour of the service for one request. It may continue after it returns, like a slow service. */
export type Answering = (response: ServerResponse, request: SpeechRequest) => void | Promise<void>

interface Received extends SpeechRequest {
  /** Resolves when either side has closed the connection. */
  closed: Promise<void>
}

/** A server on loopback that speaks the transcription protocol and behaves as a test tells it. */
export class LoopbackSpeech {
  readonly received: Received[] = []
  #planned: Answering[] = []
  #always: Answering = refuses(500, { error: { message: 'Nothing was planned.' } })
  #waiting: { count: number; tell: () => void }[] = []

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<LoopbackSpeech> {
    const server = createServer((request, response) => {
      speech.#answer(request, response).catch(error => response.destroy(error))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const speech = new LoopbackSpeech(server, `http://127.0.0.1:${port}/v1`)
    return speech
  }

  /** Sets the behaviour of the next requests; the last one applies to all later requests. */
  will(...answering: Answering[]): void {
    this.#always = answering.at(-1) ?? this.#always
    this.#planned = answering.slice(0, -1)
    this.received.length = 0
  }

  /** Resolves once this many requests were received since `will`. */
  async asked(count: number): Promise<Received> {
    if (this.received.length < count) await new Promise<void>(tell => this.#waiting.push({ count, tell }))
    return this.received[count - 1] as Received
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    }).formData()
    const fields: Record<string, string> = {}
    let file = { name: '', type: '', bytes: Buffer.alloc(0) }
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value
      else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
    }
    const request = { path: incoming.url ?? '', headers: incoming.headers, fields, file }
    const closed = new Promise<void>(resolve => response.on('close', resolve))
    this.received.push({ ...request, closed })
    for (const waiter of this.#waiting.filter(entry => entry.count <= this.received.length)) waiter.tell()
    this.#waiting = this.#waiting.filter(entry => entry.count > this.received.length)
    await (this.#planned.shift() ?? this.#always)(response, request)
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answering => {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

interface SegmentAnswer {
  start: number
  end: number
  text: string
  speaker?: string
}

/** `verbose_json`, as Whisper answers, or `diarized_json` if speakers are given. */
export const hears = (...segments: SegmentAnswer[]): Answering =>
  json(200, {
    task: 'transcribe',
    duration: 10,
    text: segments.map(segment => segment.text).join(' '),
    segments: segments.map((segment, id) => ({ id, type: 'transcript.text.segment', ...segment })),
  })

export const answers = (body: unknown): Answering => json(200, body)
export const refuses = (status: number, body: unknown, headers?: Record<string, string>): Answering =>
  json(status, body, headers)
/** Sends text unchanged, with this content type. */
export const sends = (text: string, type = 'application/json'): Answering => {
  return response => {
    response.writeHead(200, { 'content-type': type }).end(text)
  }
}
/** Begins to answer, if text is given, and sends nothing more. */
export const fallsSilent = (beginning?: string): Answering => {
  return response => {
    if (beginning !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).write(beginning)
  }
}
/** Begins to answer, then breaks the connection. */
export const isCutAfter = (beginning: string): Answering => {
  return response => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write(beginning, () => response.destroy())
  }
}
/** Repeats the text for as long as somebody listens. */
export const neverEnds = (beginning: string, more: string): Answering => {
  return response => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(beginning)
    const sayMore = () => {
      while (!response.destroyed) if (!response.write(more)) return
    }
    response.on('drain', sayMore)
    sayMore()
  }
}
