import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createDocument } from '#shared/contract/documents/endpoints'
import { type Answer, carriesQuery, type Endpoint, type Input, type Reply } from '#shared/contract/endpoint'
import { writeLog } from '#shared/contract/logs/endpoints'
import { createOrganisation } from '#shared/contract/organisations/endpoints'
import { createProfile } from '#shared/contract/profile/endpoints'
import { sendEmailCode, type Tokens, verifyCode } from '#shared/contract/session/endpoints'
import { type Program, startProgram } from './program'
import type { Shot } from './wire'

/** The built server, on a data folder of its own. */
export interface Product extends Program {
  readonly dataDir: string
}

/** Somebody who is signed in and owns a workspace with one logbook that all its people may read. */
export interface Owner {
  port: number
  user_id: number
  tokens: Tokens
  organization_id: number
  doc_id: number
}

const settings = {
  NODE_ENV: 'production',
  PORT: '0',
  // The load comes from one address, and its limit is not measured.
  RATE_LIMIT: '1000000',
  SOCKETS_PER_PERSON: '1000000',
  SOCKETS_PER_ADDRESS: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'warn',
  BILLING: 'off',
}

export async function startProduct(dataDir: string, more: Record<string, string> = {}): Promise<Product> {
  if (!existsSync('out/server/index.js')) throw new Error('The server is not built: run npm run build first.')
  return startServer(['out/server/index.js'], dataDir, more)
}

/** A server with the settings of the bench, whichever program it is. */
export async function startServer(
  args: string[],
  dataDir: string,
  more: Record<string, string> = {},
): Promise<Product> {
  return { ...(await startProgram(args, { ...settings, ...more, DATA_DIR: dataDir })), dataDir }
}

type Bearer = Pick<Owner, 'port' | 'user_id' | 'tokens'> & { organization_id?: number }

/** Calls an endpoint; `from` is the address in the proxy's header. */
async function call<E extends Endpoint>(
  { port, who, from }: { port: number; who?: Bearer; from?: string },
  { method, path }: E,
  body: Input<E>,
): Promise<Answer<E>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(who && { authorization: `Bearer ${who.tokens.IdToken}` }),
      ...(from && { 'x-forwarded-for': from }),
    },
    body: JSON.stringify({ ...body, ...(who && { user_id: who.user_id, organization_id: who.organization_id }) }),
  })
  const reply = (await response.json()) as Reply<Answer<E>>
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${reply.message}`)
  return reply.data
}

/** Signs in a new person with a code from the outbox, and creates a workspace and a logbook. */
export async function createOwner({ port }: Pick<Product, 'port'>, name: string): Promise<Owner> {
  const email = `${name}@bench.example`
  // Codes are limited by address, so everybody has an own one.
  const from = `10.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`
  await call({ port, from }, sendEmailCode, { email })
  const outbox = await fetch(`http://127.0.0.1:${port}/outbox.json?to=${encodeURIComponent(email)}`)
  const [message] = (await outbox.json()) as { code: string }[]
  const { user_id, profile_token, ...tokens } = await call({ port, from }, verifyCode, {
    email,
    OTP: message?.code ?? '',
  })
  const who: Bearer = { port, user_id, tokens }
  if (profile_token)
    await call({ port }, createProfile, { profile_token, displayname: name, language: 'en', timezone: 'UTC' })
  const { organization_id } = await call({ port, who }, createOrganisation, { organization_name: `Works of ${name}` })
  who.organization_id = organization_id
  const logbook = { document_name: 'Bay log', document_type: 'logbook', access: 'organisation' } as const
  const { doc_id } = await call({ port, who }, createDocument, logbook)
  return { ...who, organization_id, doc_id }
}

/** A call of an owner in its wire format. */
export function shotOf<E extends Endpoint>(owner: Owner, { method, path }: E, body: Input<E>): Shot {
  const { user_id, organization_id, tokens } = owner
  const fields: Record<string, unknown> = { ...body }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name])
    delete fields[name]
    return value
  })
  const headers = { authorization: `Bearer ${tokens.IdToken}` }
  if (method !== 'GET' && method !== 'POST') throw new Error(`${method} is not measured.`)
  if (carriesQuery(method)) {
    const query = new URLSearchParams({ user_id: String(user_id), organization_id: String(organization_id) })
    for (const [name, value] of Object.entries(fields))
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    return { method, path: `${filled}?${query}`, headers }
  }
  return { method, path: filled, headers, body: JSON.stringify({ ...fields, user_id, organization_id }) }
}

export const content = 'Pads changed on ticket 4711: front left and front right, **test drive** without noise.'

/** The measured write; `again` is the idempotency key that the app sends with each. */
export function writeShot(owner: Owner, again?: string): Shot {
  const shot = shotOf(owner, writeLog, { doc_id: owner.doc_id, content })
  return again ? { ...shot, headers: { ...shot.headers, 'idempotency-key': again } } : shot
}

/** The address of a socket of an owner. */
export function socketOf({ port, user_id, organization_id, tokens }: Owner, path: string): string {
  const query = new URLSearchParams({
    user_id: String(user_id),
    organization_id: String(organization_id),
    access_token: tokens.AccessToken,
  })
  return `ws://127.0.0.1:${port}${path}?${query}`
}

/**
 * Inserts this many logs, one a minute, into an owner's logbook, directly as the owner of the database. Indexes are
 * built afterwards and references are not checked; otherwise a million logs would take minutes.
 */
export async function seedLogs({ dataDir }: Product, owner: Owner, count: number): Promise<void> {
  await asOwner(dataDir, client => plantLogs(client, owner, count))
}

/** The same over a connection to any database. */
export async function plantLogs(
  client: pg.Client,
  { organization_id, doc_id, user_id }: Owner,
  count: number,
): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'logs' and indexname <> 'logs_pkey'`,
  )
  await client.query("set session_replication_role = 'replica'; set maintenance_work_mem = '256MB'")
  await client.query('begin')
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  await client.query(
    `insert into logs (organization_id, doc_id, title, content, created_by, created_at)
     select $1, $2, 'Pads changed on ticket ' || n, $3, $4, now() - make_interval(mins => n)
     from generate_series($5::int, 1, -1) n`,
    [organization_id, doc_id, content, user_id, count],
  )
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query('commit')
  await client.query('vacuum analyze logs')
}

/** Runs work on the embedded PostgreSQL of a data folder, as its owner, to whom row level security does not apply. */
export async function asOwner<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...(await databaseOf(dataDir)), user: 'postgres', database: 'wheelhouse' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of the embedded PostgreSQL of a data folder, and its owner's password. */
async function databaseOf(dataDir: string): Promise<{ host: string; password: string }> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  const [, , , , host = ''] = await postmasterOf(dataDir)
  return { host, password: password.trim() }
}

/** The lines of `postmaster.pid`: process, data folder, start, port, folder of the socket. */
export async function postmasterOf(dataDir: string): Promise<string[]> {
  return (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
}
