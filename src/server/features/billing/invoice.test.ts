import { beforeAll, describe, expect, test } from 'vitest'
import { listPayments, type Payment, readInvoice } from '#shared/contract/billing/endpoints'
import { updateProfile } from '#shared/contract/profile/endpoints'
import type { Actor } from '../../../../test/actor'
import { textOfPdf } from '../../platform/pdf/testing/pdf-text'
import { cards, openShop, type Shop } from './test-billing'

const day = 24 * 60 * 60 * 1000
let shop: Shop
let invoice: Payment

beforeAll(async () => {
  shop = await openShop({
    INVOICE_SELLER: 'Ridgeway Software Ltd; 1 Quay Lane; VAT GB123456789',
    INVOICE_TAX: '20 VAT',
  })
  await shop.pays(cards.pays)
  await shop.later(15 * day)
  const [payment] = await shop.maya.call(listPayments, {})
  if (!payment) throw new Error('Nothing was paid.')
  invoice = payment
})

async function pdfFor(who: Actor, payment_id = invoice.payment_id, type = 'pdf') {
  const url = new URL(readInvoice.path.replace('{payment_id}', String(payment_id)), who.server.url)
  const ids = { organization_id: who.organization_id, user_id: who.user_id, origin_id: who.user_id, type }
  for (const [name, value] of Object.entries(ids)) url.searchParams.set(name, String(value))
  const headers = { authorization: `Bearer ${who.tokens?.IdToken}`, 'x-forwarded-for': who.ip }
  return fetch(url, { headers })
}

describe('An invoice as a PDF [7.22, D36]', () => {
  test('has seller, buyer, number, period, amount and tax', async () => {
    const response = await pdfFor(shop.maya)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(`Wheelhouse ${invoice.invoice_number}.pdf`)
    const { lines, pages } = textOfPdf(Buffer.from(await response.arrayBuffer()))
    expect(pages).toBe(1)
    expect(lines).toEqual(
      expect.arrayContaining([
        `Invoice ${invoice.invoice_number}`,
        'Ridgeway Software Ltd',
        'VAT GB123456789',
        'Ridgeway Cycles',
        'This invoice is paid.',
      ]),
    )
    const text = lines.join('\n')
    for (const part of ['Wheelhouse Team, Monthly', '$124.17', 'VAT, 20 %, included', '$24.83', '$149.00'])
      expect(text).toContain(part)
  })

  test('is in the language of its reader, in letters that it brings along', async () => {
    await shop.maya.call(updateProfile, { user_language: 'hi' })
    const response = await pdfFor(shop.maya)
    const { actual, lines } = textOfPdf(Buffer.from(await response.arrayBuffer()))
    expect([...actual, ...lines].join(' ')).toContain('भुगतान')
    await shop.maya.call(updateProfile, { user_language: 'de' })
    const german = textOfPdf(Buffer.from(await (await pdfFor(shop.maya)).arrayBuffer()))
    expect(german.lines.join('\n')).toMatch(/149,00\s\$/)
  })

  test('is for owners of its organisation alone; one that does not exist is not found [D6]', async () => {
    expect((await pdfFor(shop.maya, 999_999)).status).toBe(404)
    expect((await pdfFor(shop.maya, invoice.payment_id, 'exe')).status).toBe(400)
    expect(await shop.maya.call(readInvoice, { payment_id: invoice.payment_id })).toEqual(invoice)
    const dev = await shop.server.person({ name: 'Dev' })
    await shop.maya.invites(dev, 'Manager')
    expect((await pdfFor(dev)).status).toBe(403)
    const stella = await shop.server.person({ name: 'Stella' })
    await stella.createOrganisation('Tidewater')
    expect((await pdfFor(stella)).status).toBe(404)
  })
})
