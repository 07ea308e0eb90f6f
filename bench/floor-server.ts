import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { startEmbeddedPostgres } from '../src/server/platform/database/embedded/embedded-postgres'

/**
 * The smallest program with the same durable work: Fastify, a token check, one insert into PostgreSQL with fsync, a
 * broadcast over ws, a page of fifty by an index. No permissions, no validation, no organisations, no event log.
 */
const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-floor-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
const pool = new pg.Pool({ ...postgres.connection, max: 10 })
await pool.query(`create table logs (
  id bigint generated always as identity primary key, doc_id bigint, content text, at timestamptz default now())`)
await pool.query('create index on logs (doc_id, id desc)')
// The pages are read from a logbook that nobody writes in, like those of the product.
await pool.query(`insert into logs (doc_id, content)
  select 2, 'Pads changed on ticket ' || n || ': front left and front right, **test drive** without noise.'
  from generate_series(1, 1000) n`)

const { privateKey } = generateKeyPairSync('ed25519')
const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const publicKey = createPublicKey(key)
const token = await new SignJWT({}).setProtectedHeader({ alg: 'EdDSA' }).setExpirationTime('1h').sign(key)

const fastify = Fastify()
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
fastify.server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, upgraded => sockets.emit('connection', upgraded))
})
fastify.addHook('onRequest', async request => {
  await jwtVerify(request.headers.authorization?.slice(7) ?? '', publicKey)
})
const insert = 'insert into logs (doc_id, content) values (1, $1) returning *'
fastify.post<{ Body: { content: string } }>('/logs', async request => {
  const { rows } = await pool.query({ name: 'write', text: insert, values: [request.body.content] })
  const frame = Buffer.from(JSON.stringify(rows[0]))
  for (const socket of sockets.clients) socket.send(frame, { binary: false })
  return rows[0]
})
const page = { name: 'page', text: 'select * from logs where doc_id = 2 order by id desc limit 50' }
fastify.get('/page', async () => (await pool.query(page)).rows)

const stop = async () => {
  for (const socket of sockets.clients) socket.terminate()
  await fastify.close()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
console.log(`token ${token}`)
const address = await fastify.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready at ${address}`)
