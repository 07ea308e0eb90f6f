import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** Forwards every posted body to all sockets, and nothing else: the least cost of delivering one event. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const frame = Buffer.concat(chunks)
    response.setHeader('content-length', 0).end()
    for (const socket of sockets.clients) socket.send(frame, { binary: false })
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready at http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`)
})
