import type { ErrorTable } from '../error-table'

export const billingErrors = {
  'billing.off': [409, 'This server has no plans. Everything is included.'],
  'billing.already_subscribed': [409, 'This workspace already has a plan. Change it instead.'],
  'billing.no_subscription': [409, 'This workspace has no paid plan. Choose one first.'],
  'billing.declined': [409, 'The card was declined, so the plan stays as it is. Use another card and try again.'],
  'billing.not_changeable': [409, 'The plan cannot be changed like this right now.'],
  'billing.order_not_found': [404, 'There is no such order.'],
  'billing.invoice_not_found': [404, 'There is no such invoice.'],
  'billing.order_paid': [409, 'This order is already paid.'],
  'billing.provider_failed': [502, 'The payment provider did not answer as expected. Nothing was charged. Try again.'],
  'billing.wrong_signature': [400, 'The signature of the payment provider is wrong.'],
} as const satisfies ErrorTable
