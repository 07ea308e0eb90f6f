import type { IncomingMessage, ServerResponse } from 'node:http'
import { LoopbackService, repeat } from '../../../../../test/loopback'

/** The parts of a chat-completions request that tests look at. */
export interface ChatRequest {
  model: string
  stream: boolean
  /** The texts of messages; their pictures are beside them, in base64. */
  messages: {
    role: string
    content: string | null
    pictures?: string[]
    tool_calls?: unknown[]
    tool_call_id?: string
  }[]
  tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[]
}

/** The behaviour of the model in one round. It may continue after it returns, like a slow model. */
export type Turn = (response: ServerResponse, request: ChatRequest) => void | Promise<void>

interface Received {
  request: ChatRequest
  headers: IncomingMessage['headers']
}

/** A server on loopback that speaks the chat-completions protocol and behaves as a test tells it, round by round. */
export class LoopbackModel extends LoopbackService<Received> {
  #turns: Turn[] = []

  static open(): Promise<LoopbackModel> {
    return new LoopbackModel().open()
  }

  /** Sets the behaviour of the next rounds; a round without one is answered with 500. */
  will(...turns: Turn[]): void {
    this.#turns = turns
    this.received.length = 0
  }

  protected read(body: Buffer, { headers }: IncomingMessage): Received {
    return { request: withTexts(JSON.parse(body.toString())), headers }
  }

  protected answer(response: ServerResponse, { request }: Received, { url }: IncomingMessage): void | Promise<void> {
    const turn = this.#turns.shift() ?? refuses(500, { error: { message: 'Nothing was planned.' } })
    return (url === '/v1/chat/completions' ? turn : refuses(404, {}))(response, request)
  }
}

interface SentPart {
  text?: string
  image_url?: { url: string }
}

/** Separates the texts of messages from their pictures. */
function withTexts(request: Omit<ChatRequest, 'messages'> & { messages: SentMessage[] }): ChatRequest {
  const messages = request.messages.map(({ content, ...message }) => {
    if (!Array.isArray(content)) return { ...message, content }
    const pictures = content.flatMap(part => part.image_url?.url.split(',')[1] ?? [])
    return { ...message, content: content.map(part => part.text ?? '').join(''), pictures }
  })
  return { ...request, messages }
}

type SentMessage = Omit<ChatRequest['messages'][number], 'content' | 'pictures'> & {
  content: string | null | SentPart[]
}

/** One chunk of the protocol. */
export function writeChunk(response: ServerResponse, delta: object, finish_reason: string | null = null): boolean {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = { id: 'chat-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
  return response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

function finish(response: ServerResponse, reason: string): void {
  writeChunk(response, {}, reason)
  response.end('data: [DONE]\n\n')
}

/** Streams the pieces and finishes. */
export function says(...pieces: string[]): Turn {
  return response => {
    for (const content of pieces) writeChunk(response, { content })
    finish(response, 'stop')
  }
}

/** Answers in one piece, to a request that is not streamed; a value is sent as JSON. */
export function answers(
  value: unknown,
  usage = { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
): Turn {
  return response => {
    const content = typeof value === 'string' ? value : JSON.stringify(value)
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'chat-1', object: 'chat.completion', created: 0, model: 'm', choices, usage }))
  }
}

/** Calls tools. Arguments given as text are sent unchanged, well formed or not. */
export function calls(...tools: { name: string; arguments: object | string }[]): Turn {
  return response => {
    for (const [index, tool] of tools.entries()) {
      const text = typeof tool.arguments === 'string' ? tool.arguments : JSON.stringify(tool.arguments)
      const call = { index, id: `call-${Math.random().toString(36).slice(2)}`, type: 'function' }
      writeChunk(response, { tool_calls: [{ ...call, function: { name: tool.name, arguments: '' } }] })
      // Arguments are sent in pieces, as real models do.
      for (const part of text.match(/[\s\S]{1,12}/g) ?? [])
        writeChunk(response, { tool_calls: [{ index, function: { arguments: part } }] })
    }
    finish(response, 'tool_calls')
  }
}

/** Streams the pieces and then nothing more, with the connection open; without pieces it does not begin to respond. */
export function fallsSilent(...pieces: string[]): Turn {
  return response => {
    for (const content of pieces) writeChunk(response, { content })
  }
}

/** Streams the pieces, then breaks the connection. */
export function isCutAfter(...pieces: string[]): Turn {
  return response => {
    for (const content of pieces) writeChunk(response, { content })
    response.write('data: {"choi', () => response.destroy())
  }
}

/** Streams the pieces and ends the response without finishing. */
export function stopsShortAfter(...pieces: string[]): Turn {
  return response => {
    for (const content of pieces) writeChunk(response, { content })
    response.end()
  }
}

/** Sends the lines unchanged, then ends. */
export function sends(...lines: string[]): Turn {
  return response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(lines.map(line => `${line}\n\n`).join(''))
  }
}

/** Repeats the same delta for as long as somebody listens. */
export function neverEnds(delta: object): Turn {
  return response => repeat(response, () => writeChunk(response, delta))
}

export function refuses(status: number, body: object): Turn {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
