import { apiError } from '#shared/errors'
import { type AppContext, perApp } from '../../platform/app-context'
import type { PaymentProvider } from '../../platform/payments/provider'
import { razorpayProvider } from './razorpay/provider'
import { sandboxProvider } from './sandbox/provider'
import { stripeProvider } from './stripe/provider'

const providers: Readonly<Record<PaymentProvider['name'], (app: AppContext) => PaymentProvider>> = {
  sandbox: sandboxProvider,
  razorpay: razorpayProvider,
  stripe: stripeProvider,
}

const configured = perApp((app: AppContext): PaymentProvider | null =>
  app.settings.BILLING === 'off' ? null : providers[app.settings.BILLING](app),
)

/** The provider of this server. Refuses with `billing.off` if there is none. */
export function providerOf(app: AppContext): PaymentProvider {
  const provider = configured(app)
  if (!provider) throw apiError('billing.off')
  return provider
}
