import { randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { type FeedFrame, FeedRequest, type Source } from '#shared/contract/sources/endpoints'
import { capture, frames } from '#shared/contract/sources/limits'

/**
 * The smallest program that can transport a picture: it asks the sharing computer once a second while somebody watches,
 * writes its upload to disk with a flush, and notifies everybody through a ws server. No rights, no rows, no
 * permissions, no signature.
 */
const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-bare-'))
const source: Source = { kind: 'screen', user_id: 1 }
let sharer: WebSocket | undefined
let timer: NodeJS.Timeout | undefined

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(404).end())
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, (request.url ?? '').replaceAll('/', ''))
  if (request.method === 'PUT') {
    const file = await open(`${path}~`, 'w')
    for await (const chunk of request) await file.write(chunk as Buffer)
    await file.sync()
    await file.close()
    await rename(`${path}~`, path)
    response.end()
  } else response.setHeader('content-type', 'image/jpeg').end(await readFile(path))
}

const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', socket => {
  socket.on('message', data => subscribe(socket, FeedRequest.parse(JSON.parse(String(data)))))
})

function subscribe(socket: WebSocket, request: FeedRequest): void {
  if (request.event === 'sharing') sharer = socket
  if (request.event === 'watch') {
    ask()
    timer = setInterval(ask, capture.atMostEvery)
  }
  if (request.event === 'unwatch') clearInterval(timer)
  if (request.event === 'screenshot') {
    const { id } = request
    const frame = { event: 'frame', source, id, url: `/${id}`, taken_at: new Date().toISOString() } satisfies FeedFrame
    const text = JSON.stringify(frame)
    for (const client of sockets.clients) client.send(text)
  }
}

function ask(): void {
  const id = randomUUID()
  const upload = { id, key: id, url: `/${id}`, method: 'PUT', headers: {}, expires_in: frames.uploadSeconds } as const
  sharer?.send(JSON.stringify({ event: 'screenshot', id, upload } satisfies FeedFrame))
}

const stop = async () => {
  await rm(folder, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`)
})
