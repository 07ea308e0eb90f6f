import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { AppContext } from '../app-context'

/** Sends the security headers with every answer. They are made once, because they are the same for all. */
export function addSecurityHeaders(fastify: FastifyInstance, app: AppContext): void {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(optionsFor(app))(request, response, () => {})
  const headers = response.getHeaders()
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

function optionsFor(app: AppContext): HelmetOptions {
  const storage = app.settings.S3_ENDPOINT
    ? [new URL(app.settings.S3_ENDPOINT).origin]
    : app.settings.S3_BUCKET
      ? ['https:']
      : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Floating elements are positioned with inline styles; scripts are never inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...storage],
        connectSrc: ["'self'", ...storage],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: app.publicUrl().startsWith('https:') ? { maxAge: 15_552_000 } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}
