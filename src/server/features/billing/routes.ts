import * as contract from '#shared/contract/billing/endpoints'
import { downloadRoute, type Route, route, twoPhaseRoute } from '../../platform/http/route'
import * as invoices from './invoice-service'
import * as billing from './service'

export const billingRoutes: readonly Route[] = [
  route(contract.listPlans, billing.plans),
  route(contract.readSubscription, billing.read),
  route(contract.listPayments, invoices.list),
  downloadRoute(contract.readInvoice, invoices.read, invoices.offer),
  route(contract.readPlanUse, billing.use),
  route(contract.checkSignature, billing.checkReturned),
  twoPhaseRoute(contract.subscribe, billing.order, billing.ordered),
  twoPhaseRoute(contract.upgradeSubscription, billing.upgrade, billing.changed),
  twoPhaseRoute(contract.downgradeSubscription, billing.downgrade, billing.changed),
  twoPhaseRoute(contract.cancelSubscription, billing.cancel, billing.changed),
  twoPhaseRoute(contract.resumeSubscription, billing.resume, billing.changed),
  twoPhaseRoute(contract.createOrder, billing.orderOnce, billing.orderedOnce),
  twoPhaseRoute(contract.updateOrder, billing.noteOrder, billing.noted),
]
