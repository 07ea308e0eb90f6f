/** How long an answer may take to begin, in milliseconds. */
const defaultTimeout = 30_000

interface HttpOptions extends Pick<RequestInit, 'method' | 'body' | 'keepalive'> {
  headers?: Record<string, string>
  /** A body in JSON, in place of `body`. */
  json?: unknown
  searchParams?: Record<string, string>
  signal?: AbortSignal | undefined
  /** In milliseconds, until the answer begins; a large body may take longer. */
  timeout?: number
}

/**
 * The only HTTP client: `fetch` at the address of the page, within a time limit. It neither retries nor throws on a
 * status, because `api.ts` has the rules for both. Rejects without an answer.
 */
export async function http(
  path: string,
  { json, searchParams = {}, signal, timeout = defaultTimeout, headers, ...init }: HttpOptions = {},
): Promise<Response> {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(searchParams)) url.searchParams.set(name, value)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeout)
  try {
    return await fetch(url, {
      ...init,
      ...(json !== undefined && { body: JSON.stringify(json) }),
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    })
  } finally {
    clearTimeout(timer)
  }
}
