import type { IncomingMessage, ServerResponse } from 'node:http'
import { LoopbackService, repeat } from '../../../../../test/loopback'

/** A request of a client of the transcription protocol. */
export interface SpeechRequest {
  path: string
  headers: IncomingMessage['headers']
  fields: Record<string, string>
  file: { name: string; type: string; bytes: Buffer }
}

/** The behaviour of the service for one request. It may continue after it returns, like a slow service. */
export type Answering = (response: ServerResponse, request: SpeechRequest) => void | Promise<void>

/** A server on loopback that speaks the transcription protocol and behaves as a test tells it. */
export class LoopbackSpeech extends LoopbackService<SpeechRequest> {
  #planned: Answering[] = []
  #always: Answering = refuses(500, { error: { message: 'Nothing was planned.' } })

  static open(): Promise<LoopbackSpeech> {
    return new LoopbackSpeech().open()
  }

  /** Sets the behaviour of the next requests; the last one applies to all later requests. */
  will(...answering: Answering[]): void {
    this.#always = answering.at(-1) ?? this.#always
    this.#planned = answering.slice(0, -1)
    this.received.length = 0
  }

  protected async read(body: Buffer, { url = '', headers }: IncomingMessage): Promise<SpeechRequest> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const fields: Record<string, string> = {}
    let file = { name: '', type: '', bytes: Buffer.alloc(0) }
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value
      else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
    }
    return { path: url, headers, fields, file }
  }

  protected answer(response: ServerResponse, request: SpeechRequest): void | Promise<void> {
    return (this.#planned.shift() ?? this.#always)(response, request)
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
    repeat(response, () => response.write(more))
  }
}
