import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { logError } from '../platform/log'

export interface AppProtocolParts {
  /** The folder of the built page. */
  readonly root: string
  readonly host: string
  readonly server: () => string | null
  readonly policy: (server: string | null) => string
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** An empty page, for a window that only holds a stream. */
export const emptyPage = '/empty.html'
/** The page of the pill. */
export const pillPage = '/pill.html'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
/** Headers that are forwarded from the page to the server, and back. */
const sentHeaders = ['accept', 'accept-language', 'authorization', 'content-type', 'idempotency-key', 'range']
const answeredHeaders = [
  ...['content-type', 'content-disposition', 'content-range', 'accept-ranges'],
  ...['cache-control', 'etag', 'last-modified', 'retry-after'],
]

/**
 * Headers of every response. A response of the server is data for the page: opened as a page it runs nothing and knows
 * no address, whatever its content type.
 */
const guardHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/**
 * Handles the page's own scheme: files come from the package, everything else from the server. So the page uses one
 * origin, and the server need not trust any other.
 */
export function serveApp(parts: AppProtocolParts): (request: Request) => Promise<Response> {
  const { root, host, server, policy } = parts
  const headers = (type: string) => ({
    'Content-Type': type,
    ...guardHeaders,
    'Content-Security-Policy': policy(server()),
  })

  return async request => {
    const url = new URL(request.url)
    if (url.host !== host) return new Response(null, { status: 404, headers: guardHeaders })
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (url.pathname === emptyPage) return new Response('<!doctype html>', { headers: headers('text/html') })
      const file = await fileOf(root, url.pathname)
      if (file) {
        const type = types[extname(file)] ?? 'application/octet-stream'
        return new Response(new Uint8Array(await readFile(file)), { headers: headers(type) })
      }
      // Plain paths stand for hash routes, which the page converts at its start [D12].
      if (request.headers.get('accept')?.includes('text/html'))
        return new Response(new Uint8Array(await readFile(join(root, 'index.html'))), { headers: headers('text/html') })
    }
    return forward(parts, request, url)
  }
}

/** The file of the page at a path; null if it does not exist or would be outside the folder. */
async function fileOf(root: string, pathname: string): Promise<string | null> {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  const file = normalize(join(root, path === '/' ? 'index.html' : path))
  if (!file.startsWith(root + sep)) return null
  const found = await stat(file).catch(() => null)
  return found?.isFile() ? file : null
}

async function forward({ server, fetch }: AppProtocolParts, request: Request, url: URL): Promise<Response> {
  const address = server()
  if (!address) return errorResponse('server.not_chosen', 'No server has been chosen yet.')
  const init: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers: pick(request.headers, sentHeaders),
    body: request.body,
    duplex: 'half',
    signal: request.signal,
    credentials: 'omit',
  }
  try {
    const answer = await fetch(`${address}${url.pathname}${url.search}`, init)
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : answer.body, {
      status: answer.status,
      headers: { ...pick(answer.headers, answeredHeaders), ...guardHeaders },
    })
  } catch (cause) {
    logError('The server could not be reached.', cause)
    // Like a network error in a browser, which the page handles.
    return Response.error()
  }
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
}

function errorResponse(code: string, message: string): Response {
  return Response.json({ data: null, status: 503, code, message }, { status: 503, headers: guardHeaders })
}
