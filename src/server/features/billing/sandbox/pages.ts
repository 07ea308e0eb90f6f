import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../../platform/app-context'
import { isFromThisComputer } from '../../../platform/http/own-host'
import { page, sandboxPage } from './page-text'
import { endPeriod, isPayable, type Paid, pay, read } from './service'

const Form = z.object({
  action: z.enum(['pay', 'confirm', 'refuse', 'renew', 'fail']),
  card: z.string().max(40).default(''),
})

const address = '/payments/sandbox/:subscription_id'
interface Params {
  subscription_id: string
}

/**
 * The pages of the sandbox provider, which look like those that a provider hosts [D36]: plain forms, no scripts. Only
 * this computer can open them, because a test card gives whole plans away.
 */
export function serveSandbox(fastify: FastifyInstance, app: AppContext): void {
  fastify.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async request => {
      if (!isFromThisComputer(request.raw)) throw apiError('route.not_found')
    })
    scope.get<{ Params: Params }>(address, async ({ params }, reply) => show(reply, params.subscription_id, null))
    scope.post<{ Params: Params }>(address, async ({ params: { subscription_id }, body }, reply) => {
      const form = Form.safeParse(body)
      if (!form.success) throw apiError('request.invalid')
      const { action, card } = form.data
      if (action === 'refuse') return show(reply, subscription_id, 'refused')
      if (action === 'renew' || action === 'fail') {
        await endPeriod(app, subscription_id, action === 'renew')
        return reply.redirect(back, 303)
      }
      const outcome = await pay(app, subscription_id, { number: card, isConfirmed: action === 'confirm' })
      return outcome === 'paid' ? reply.redirect(back, 303) : show(reply, subscription_id, outcome, card)
    })
    done()
  })

  const back = `${app.publicUrl()}/#/plans`

  async function show(reply: FastifyReply, subscription_id: string, outcome: Paid | null, card = '') {
    const row = await read(app, subscription_id)
    if (!row) throw apiError('billing.order_not_found')
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return reply
      .status(outcome === 'refused' ? 402 : 200)
      .send(page(sandboxPage({ row, back, outcome, card, isPayable: isPayable(row) })))
  }
}
