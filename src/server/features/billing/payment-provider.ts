import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import type { PaymentProvider } from '../../platform/payments/provider'
import { sandboxProvider } from './sandbox/provider'

const configured = perApp((app: AppContext): PaymentProvider | null =>
  app.settings.BILLING === 'off' ? null : sandboxProvider(app),
)

/** The provider of this server. Refuses with `billing.off` if there is none. */
export function providerOf(app: AppContext): PaymentProvider {
  const provider = configured(app)
  if (!provider) throw apiError('billing.off')
  return provider
}
