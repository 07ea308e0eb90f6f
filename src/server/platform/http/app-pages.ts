import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors'

/** Paths that answer browsers themselves although they look like pages of the app. */
const ownPages = ['/docs/api', '/outbox', '/objects/', '/healthcheck', '/readycheck', '/metrics']

/**
 * Serves the built app. `/` is the app, whatever a client accepts. A GET that prefers HTML gets the app whatever its path, so that `/feed` is a page in a browser and JSON
 * for clients; unknown paths answer JSON to clients.
 */
export async function serveApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const index = built ? await readFile(join(folder, 'index.html')) : null
  const sendApp = (reply: FastifyReply) =>
    index
      ? reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index)
      : reply.status(503).type('text/plain').send('The app is not built. Run: npm start')

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRoot = path === '/' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isRoot && (request.method !== 'GET' || !prefersHtml(request))) return
    if (ownPages.some(own => path === own || (own.endsWith('/') && path.startsWith(own)))) return
    if (path.includes('.')) return
    await sendApp(reply)
    return reply
  })
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names of built files carry a hash of their content.
        const forever = path.startsWith(join(folder, 'assets'))
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' && prefersHtml(request)) return sendApp(reply)
    throw refuse('route.not_found')
  })
}

/** True when HTML stands before JSON in what the client accepts; `*` alone is no preference. */
function prefersHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  const html = accept.indexOf('text/html')
  const json = accept.indexOf('application/json')
  return html >= 0 && (json < 0 || html < json)
}
