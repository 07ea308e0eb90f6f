import type { FastifyInstance } from 'fastify'
import { webhookPath } from '#shared/contract/billing/endpoints'
import { billing as limits } from '#shared/contract/billing/limits'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import { ProviderFailed, type Webhook, WrongSignature } from '../../platform/payments/provider'
import { applyFacts } from './apply-service'
import { providerOf } from './payment-provider'
import { serveSandbox } from './sandbox/pages'
import { sendReportsTo } from './sandbox/service'

/**
 * Where the payment provider reports [7.22, D36]. The body stays raw, because its signature covers the bytes. An answer
 * other than 200 makes the provider repeat the report.
 */
export function servePayments(fastify: FastifyInstance, app: AppContext): void {
  if (app.settings.BILLING === 'sandbox') {
    sendReportsTo(app, webhook => receive(app, webhook))
    serveSandbox(fastify, app)
  }
  fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.webhookBytes }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      webhookPath.replace('{provider}', ':provider'),
      async ({ params, body, headers }, reply) => {
        if (app.settings.BILLING !== params.provider) throw apiError('route.not_found')
        await receive(app, {
          raw: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          header: name => [headers[name]].flat()[0],
          now: app.clock.now(),
        })
        return reply.send({ data: null, status: 200, message: 'OK' })
      },
    )
    done()
  })
}

async function receive(app: AppContext, webhook: Webhook): Promise<void> {
  const facts = await providerOf(app)
    .factsOf(webhook)
    .catch(error => {
      if (error instanceof WrongSignature) throw apiError('billing.wrong_signature')
      if (!(error instanceof ProviderFailed)) throw error
      // The report is repeated, and understood once the provider answers what it is about.
      app.log.warn({ err: error }, 'A report of the payment provider could not be read.')
      throw apiError('billing.provider_failed')
    })
  await applyFacts(app, facts)
}
