import type { Payment } from '#shared/contract/billing/endpoints'
import type { Language } from '#shared/contract/common'
import { drawTable } from '../../platform/pdf/boxes'
import { newDocument, Sheet } from '../../platform/pdf/sheet'
import { words } from './invoice-words.data'

interface Reader {
  language: Language
  zone: string
  /** An ISO instant. */
  made_at: string
}

const grey = '#666666'

/** An invoice as a PDF of one page, with the words and the form of dates and amounts of its reader. */
export async function* invoicePdf(payment: Payment, { language, zone, made_at }: Reader): AsyncGenerator<Uint8Array> {
  const say = words[language]
  const { invoice_number, plan_id, interval, amount, currency, tax, period_start: from, period_end: to } = payment
  const seller = payment.seller.length > 0 ? payment.seller : ['Wheelhouse']
  const title = `${say.name} ${invoice_number}`
  const document = newDocument({ title, author: seller[0] ?? '', language, made_at })
  const sheet = new Sheet(document, () => title)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone })
  const day = (at: string) => days.format(new Date(at))
  const money = new Intl.NumberFormat(language, { style: 'currency', currency })
  const cell = (text: string, bold = false) => [{ text, bold }]
  const amountOf = (units: number) => money.format(units / 100)

  sheet.paragraph(cell(title), { size: 20, bold: true })
  sheet.space(6)
  for (const [at, text] of seller.entries()) sheet.paragraph(cell(text), { size: 10, bold: at === 0 })
  sheet.space(18)
  const facts: [string, string | null][] = [
    [say.for, payment.buyer],
    [say.date, day(payment.at)],
    [say.period, from && to && interpolate(say.range, { from: day(from), to: day(to) })],
    [say.reference, payment.reference],
  ]
  for (const [name, text] of facts) {
    if (!text) continue
    sheet.paragraph(cell(name), { size: 8.5, colour: grey })
    sheet.paragraph(cell(text), { size: 10 })
    sheet.space(6)
  }
  sheet.space(12)
  const plan = `Wheelhouse ${plan_id === 'team' ? 'Team' : 'Business'}, ${say[interval]}`
  const percent = tax && new Intl.NumberFormat(language).format(tax.percent)
  drawTable(sheet, {
    kind: 'table',
    level: 0,
    runs: [],
    aligns: ['left', 'right'],
    rows: [
      [cell(say.what), cell(say.amount)],
      [cell(plan), cell(amountOf(amount - (tax?.amount ?? 0)))],
      [
        cell(tax && percent ? interpolate(say.tax, { name: tax.name, percent }) : say.noTax),
        cell(amountOf(tax?.amount ?? 0)),
      ],
      [cell(say.total, true), cell(amountOf(amount), true)],
    ],
  })
  sheet.space(12)
  sheet.paragraph(cell(say.says[payment.status]), { size: 10, colour: grey })
  document.end()
  yield new Uint8Array(document.read() as Buffer)
}

const interpolate = (sentence: string, gaps: Record<string, string>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (gap, name: string) => gaps[name] ?? gap)
