import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  readonly redirect_uri: string
  close(): void
}

/** The final page in the browser. */
export interface ReturnPage {
  readonly language: string
  readonly title: string
  readonly text: string
}

const host = '127.0.0.1'
/** The path of the web build, always the same: providers let only the port differ (RFC 8252, 7.3). */
const path = '/login'

/**
 * Listens on this computer for one request of its browser. It binds to the loopback address itself, because a name
 * could resolve elsewhere. `answer` creates the page; `then` is called once it was sent.
 */
export async function listenOnce(
  answer: (query: URLSearchParams) => ReturnPage,
  then: (query: URLSearchParams) => void,
): Promise<Loopback> {
  let isVisited = false
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${host}`)
    const isMeant = request.method === 'GET' && request.headers.host === own && url.pathname === path
    if (isVisited || !isMeant) {
      response.writeHead(404, { Connection: 'close' }).end()
      return
    }
    isVisited = true
    send(response, answer(url.searchParams), () => then(url.searchParams))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const own = `${host}:${(server.address() as AddressInfo).port}`
  return {
    redirect_uri: `http://${own}${path}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(response: ServerResponse, { language, title, text }: ReturnPage, then: () => void): void {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
  })
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title} – Wheelhouse</title>`
  response.end(`<!doctype html><html lang="${language}">${head}<h1>${title}</h1><p>${text}</p></html>`, then)
}
