import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '#shared/errors'

/** Paths that look like pages of the app, but that the server answers itself. */
const ownPages = ['/docs/api', '/outbox', '/objects/', '/payments/sandbox/', '/healthcheck', '/readycheck', '/metrics']

/** Whether a request is for a file of the built app, which is the same for everybody. */
export const isAppFile = ({ url }: FastifyRequest): boolean => /^\/(assets\/|favicon\.svg|sw\.js)/.test(url)

/**
 * Serves the built app. `/` is the app, whatever a client accepts. A GET that prefers HTML gets the app at every path,
 * so that `/feed` is a page in a browser and JSON for clients. Unknown paths answer JSON to clients.
 */
export async function serveApp(fastify: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const built = existsSync(join(folder, 'index.html'))
  const page = built ? await readPage(join(folder, 'index.html')) : null
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.status(503).type('text/plain').send('The app is not built. Run: npm start')
    const encoding = (['br', 'gzip'] as const).find(name => page[name] && accepts(request, name))
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .send((encoding && page[encoding]) ?? page.plain)
  }

  fastify.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRoot = path === '/' && (request.method === 'GET' || request.method === 'HEAD')
    if (!isRoot && (request.method !== 'GET' || !prefersHtml(request))) return
    if (ownPages.some(own => path === own || (own.endsWith('/') && path.startsWith(own)))) return
    if (path.includes('.')) return
    await sendApp(request, reply)
    return reply
  })
  if (built) {
    await fastify.register(fastifyStatic, {
      ...{ root: folder, index: false, preCompressed: true },
      // A route for each file, because the root has other routes; the many files of the folder share one.
      wildcard: false,
      globIgnore: ['assets/**'],
      // Names of files in the folder contain a hash of their content.
      setHeaders: (reply, path) =>
        reply.header(
          'cache-control',
          path.startsWith(`${assets}${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
    // The plugin's own route for a folder lists the whole folder for each request.
    const names = new Set(existsSync(assets) ? await readdir(assets) : [])
    fastify.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
      names.has(request.params.name) ? reply.sendFile(request.params.name, assets) : reply.callNotFound(),
    )
  }
  fastify.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' && prefersHtml(request)) return sendApp(request, reply)
    throw apiError('route.not_found')
  })
}

/** The page and its compressed form. */
interface BuiltPage {
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

async function readPage(file: string): Promise<BuiltPage> {
  const read = (path: string) => readFile(path).catch(() => null)
  const [br, gzip] = await Promise.all([read(`${file}.br`), read(`${file}.gz`)])
  return { plain: await readFile(file), br, gzip }
}

/** Whether a client accepts an encoding: it names it, and not with a quality of 0. */
function accepts(request: FastifyRequest, encoding: string): boolean {
  return (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map(part => part.trim().split(/\s*;\s*q=/))
    .some(([name, quality]) => name === encoding && Number(quality ?? 1) > 0)
}

/** True if the client prefers HTML to JSON; `*` alone is no preference. */
function prefersHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  const html = accept.indexOf('text/html')
  const json = accept.indexOf('application/json')
  return html >= 0 && (json < 0 || html < json)
}
