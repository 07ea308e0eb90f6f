import { day } from '#shared/limits'
import { feature } from '../../platform/feature'
import { checkSubscription } from './check-job'
import { billing } from './migrations/0042-billing'
import { sandboxPayments } from './migrations/0043-sandbox-payments'
import { invoices } from './migrations/0086-invoices'
import { billingRoutes } from './routes'
import { renewSandbox } from './sandbox/service'
import { deleteOldEvents } from './store'
import { servePayments } from './webhook-route'

/** Providers repeat a report for some days; after this time its record is not needed any more. */
const eventsKept = 60 * day
const batch = 1_000

export const billingFeature = feature({
  name: 'billing',
  routes: billingRoutes,
  isOffered: ({ BILLING }) => BILLING !== 'off',
  migrations: [billing, sandboxPayments, invoices],
  jobs: [checkSubscription, renewSandbox],
  cleanups: () => [
    async (tx, now) => (await deleteOldEvents(tx, new Date(now - eventsKept).toISOString(), batch)) === batch,
  ],
  http: servePayments,
})
