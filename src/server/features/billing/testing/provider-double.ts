import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookPath } from '#shared/contract/billing/endpoints'
import { second } from '#shared/limits'
import { listenOnLoopback } from '../../../../../test/loopback'
import { periodAfter } from '../periods'

/** A request as a double reads it. `id` is the part of the path that its pattern leaves open. */
export interface Asked {
  id: string
  body: Record<string, unknown>
  query: URLSearchParams
  headers: IncomingMessage['headers']
}

/** A refusal in the form of the provider. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super('refused')
  }
}

type Handler = (asked: Asked) => object

/**
 * What the doubles of payment providers have in common: a server on loopback that checks the key, answers by a table of
 * routes, and reports with real signatures.
 */
export abstract class ProviderDouble {
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))
  #made = 0
  /** Paths that were called, with the method. */
  readonly calls: string[] = []
  /** Whether the card pays the next charge of a change. */
  declines = false
  /** Statuses with which the next calls are answered instead. */
  readonly failing: number[] = []
  /** What was reported, as it was sent. */
  readonly reports: { text: string; id: string }[] = []
  /** The server that reports go to, and its clock. */
  server: { url: string; clock: { now(): number } } = { url: '', clock: Date }

  protected abstract readonly provider: string
  protected abstract readonly authorization: string
  protected abstract readonly routes: Readonly<Record<string, Handler>>
  protected abstract parse(text: string): Record<string, unknown>
  protected abstract headersFor(report: { text: string; id: string }): Record<string, string>

  async open(): Promise<this> {
    await listenOnLoopback(this.#server)
    return this
  }

  close(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Seconds since the epoch. */
  get now(): number {
    return Math.floor(this.server.clock.now() / second)
  }

  protected newId(kind: string): string {
    this.#made += 1
    return `${kind}_${String(this.#made).padStart(8, '0')}`
  }

  protected periodAfter(start: number, interval: 'monthly' | 'yearly'): number {
    return periodAfter(start * second, interval) / second
  }

  /** Sends a report, as the provider does on every delivery. */
  deliver(report: { text: string; id: string }): Promise<Response> {
    return fetch(new URL(webhookPath.replace('{provider}', this.provider), this.server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.headersFor(report) },
      body: report.text,
    })
  }

  readonly #soon: Promise<void>[] = []

  /** Does something after the answer that is being made, as providers do. */
  protected soon(work: () => Promise<void>): void {
    this.#soon.push(new Promise<void>(resolve => setImmediate(resolve)).then(work))
  }

  /** Waits for everything that follows from the calls so far. */
  async settled(): Promise<void> {
    while (this.#soon.length > 0) await this.#soon.shift()
  }

  protected async report(id: string, event: object): Promise<void> {
    const report = { id, text: JSON.stringify(event) }
    this.reports.push(report)
    const { status } = await this.deliver(report)
    if (status !== 200) throw new Error(`The report was answered ${status}.`)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider')
    let text = ''
    for await (const chunk of request) text += chunk
    this.calls.push(`${request.method} ${url.pathname}`)
    const send = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const failing = this.failing.shift()
    if (failing !== undefined) return void send(failing, { error: { code: 'SERVER_ERROR' } })
    if (request.headers.authorization !== this.authorization) return void send(401, { error: { code: 'no_such_key' } })
    for (const [route, handle] of Object.entries(this.routes)) {
      const [method, pattern = ''] = route.split(' ')
      const found = new RegExp(`^${pattern.replace('{id}', '([\\w-]+)')}$`).exec(url.pathname)
      if (method !== request.method || !found) continue
      const asked = { id: found[1] ?? '', body: this.parse(text), query: url.searchParams, headers: request.headers }
      try {
        return void send(200, handle(asked))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return void send(error.status, { error: error.error })
      }
    }
    send(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
  }
}

/** A stored object, or the refusal of one that does not exist. */
export function existing<T>(map: ReadonlyMap<string, T>, id: string, missing: Refused): T {
  const value = map.get(id)
  if (!value) throw missing
  return value
}
