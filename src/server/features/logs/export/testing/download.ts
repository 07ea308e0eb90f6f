import type { Input } from '#shared/contract/endpoint'
import { readLogs } from '#shared/contract/logs/endpoints'
import type { Actor } from '../../../../../../test/actor'

/** A file as received over the wire. */
export interface Downloaded {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
}

/** The URL and headers of an export call. */
function exportOf(
  who: Actor,
  { doc_id, ...params }: Input<typeof readLogs>,
): [URL, { headers: Record<string, string> }] {
  const url = new URL(readLogs.path.replace('{doc_id}', String(doc_id)), who.server.url)
  const ids = { organization_id: who.organization_id, user_id: who.user_id, origin_id: who.user_id }
  for (const [name, value] of Object.entries({ ...ids, ...params })) {
    if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const headers = { authorization: `Bearer ${who.tokens?.IdToken}`, 'x-forwarded-for': who.ip }
  return [url, { headers }]
}

/** Requests logs as a file. */
export async function download(who: Actor, params: Input<typeof readLogs>): Promise<Downloaded> {
  const response = await fetch(...exportOf(who, params))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}
