import type { Payment, readInvoice } from '#shared/contract/billing/endpoints'
import { billing as limits } from '#shared/contract/billing/limits'
import { Language } from '#shared/contract/common'
import type { Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { cleanName } from '../../platform/files/name'
import type { DownloadFile, PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { providerOf } from './payment-provider'
import * as store from './store'

/** Every payment is an invoice with what was issued then. */

export async function list(ctx: MemberContext): Promise<Payment[]> {
  providerOf(ctx.app)
  const rows = await store.payments(ctx, { limit: limits.payments })
  return rows.map(row => paymentFrom(ctx.organization_id, row))
}

export async function read(ctx: MemberContext, { payment_id }: Body<typeof readInvoice>): Promise<Payment> {
  providerOf(ctx.app)
  const [row] = await store.payments(ctx, { limit: 1, id: payment_id })
  if (!row) throw apiError('billing.invoice_not_found')
  return paymentFrom(ctx.organization_id, row)
}

export async function offer(preflight: PreflightContext, body: Body<typeof readInvoice>): Promise<DownloadFile> {
  const { payment, ...reader } = await preflight.runAsMember(async ctx => ({
    payment: await read(ctx, body),
    language: Language.catch('en').parse(ctx.caller.language),
    zone: ctx.caller.timezone,
    made_at: ctx.now,
  }))
  // The fonts take some megabytes, which a server that writes no invoice does without.
  const { invoicePdf } = await import('./invoice-pdf')
  const name = cleanName(`Wheelhouse ${payment.invoice_number}.pdf`, { mime: 'application/pdf', extension: 'pdf' })
  return { name, content: invoicePdf(payment, reader) }
}

function paymentFrom(organization_id: number, row: store.PaymentRow): Payment {
  const { amount, currency, status, at, plan_id, period_start, period_end, receipt_url, reference, buyer } = row
  const { tax_name: name, tax_percent: percent } = row
  return {
    ...{ amount, currency, status, at, plan_id, period_start, period_end, receipt_url, reference, buyer },
    payment_id: row.id,
    interval: row.billing_interval,
    invoice_number: `${organization_id}-${String(row.invoice_number).padStart(4, '0')}`,
    seller: row.seller.split(';').flatMap(line => line.trim() || []),
    // Prices include the tax.
    tax:
      name === null || percent === null
        ? null
        : { name, percent, amount: Math.round(amount - amount / (1 + percent / 100)) },
  }
}
