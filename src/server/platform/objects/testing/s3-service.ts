import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { register } from 'node:module'
import type { FauxqsServer } from 'fauxqs'
import { listenOnLoopback } from '../../../../../test/loopback'

export const bucket = 'wheelhouse'
const region = 'eu-central-1'
const secretKey = 'the-secret-of-the-bucket'

/** An S3 on loopback that also checks signatures of URLs, as real services do. */
export interface S3Service {
  /** Settings for a server that uses it. */
  settings: Record<string, string>
  /** The headers of received requests, newest last. */
  asked: IncomingHttpHeaders[]
  /** Seconds by which its clock is ahead. */
  ahead: number
  stop(): Promise<void>
}

/** The emulator can keep its state in SQLite, which Node 20 lacks and which is not needed here. */
async function startEmulator(): Promise<FauxqsServer> {
  const withoutSqlite = `export async function resolve(name, context, next) {
    return name === 'node:sqlite'
      ? { url: 'data:text/javascript,export class DatabaseSync {}', shortCircuit: true }
      : next(name, context)
  }`
  register(`data:text/javascript,${encodeURIComponent(withoutSqlite)}`)
  const { startFauxqs } = await import('fauxqs')
  return startFauxqs({ port: 0, logger: false, host: '127.0.0.1' })
}

export async function startS3(): Promise<S3Service> {
  const emulator = await startEmulator()
  emulator.createBucket(bucket)
  const service: S3Service = { settings: {}, asked: [], ahead: 0, stop: async () => {} }
  const gate = createServer((incoming, outgoing) => {
    service.asked.push(incoming.headers)
    if (!isAllowed(incoming, service.ahead)) outgoing.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    else forward(incoming, outgoing, emulator.port)
  })
  service.settings = s3Settings(await listenOnLoopback(gate))
  service.stop = async () => {
    gate.closeAllConnections()
    await new Promise(done => gate.close(done))
    await emulator.stop()
  }
  return service
}

/** Settings for a server that uses an S3 on this port of loopback. */
export function s3Settings(port: number): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'the-key',
    S3_SECRET_ACCESS_KEY: secretKey,
  }
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  incoming.pipe(passed)
}

/** Calls of the server carry an authorisation header; signed URLs carry a signature with an expiry. */
function isAllowed({ method = '', url = '', headers }: IncomingMessage, ahead: number): boolean {
  if (headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return true
  const { pathname, searchParams: query } = new URL(url, `http://${headers.host}`)
  const date = query.get('X-Amz-Date') ?? ''
  const since = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const until = since + Number(query.get('X-Amz-Expires')) * 1000
  if (!(Date.now() + ahead * 1000 < until)) return false
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(pair => pair.map(encodeURIComponent).join('='))
  const names = query.get('X-Amz-SignedHeaders') ?? ''
  const said = names.split(';').map(name => `${name}:${headers[name] ?? ''}`)
  const asked = [method, pathname, signed.sort().join('&'), ...said, '', names, 'UNSIGNED-PAYLOAD']
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(asked.join('\n')).digest('hex')]
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secretKey}`)
  return hmac(key, toSign.join('\n')).toString('hex') === query.get('X-Amz-Signature')
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
