import type { PaymentStatus } from '#shared/contract/billing/endpoints'
import type { Language } from '#shared/contract/common'

/** The fixed texts of an invoice. */
interface InvoiceTexts {
  name: string
  for: string
  date: string
  period: string
  range: string
  reference: string
  what: string
  amount: string
  monthly: string
  yearly: string
  tax: string
  noTax: string
  total: string
  says: Record<PaymentStatus, string>
}

export const words: Record<Language, InvoiceTexts> = {
  en: {
    name: 'Invoice',
    for: 'Invoice for',
    date: 'Date',
    period: 'Period',
    range: '{{from}} to {{to}}',
    reference: 'Your reference',
    what: 'Description',
    amount: 'Amount',
    monthly: 'Monthly',
    yearly: 'Yearly',
    tax: '{{name}}, {{percent}} %, included',
    noTax: 'Tax: none charged',
    total: 'Total',
    says: {
      paid: 'This invoice is paid.',
      failed: 'This invoice is not paid yet.',
      refunded: 'The amount of this invoice was given back.',
    },
  },
  hi: {
    name: 'बिल',
    for: 'किसके लिए',
    date: 'तारीख',
    period: 'अवधि',
    range: '{{from}} से {{to}}',
    reference: 'आपका संदर्भ',
    what: 'विवरण',
    amount: 'राशि',
    monthly: 'मासिक',
    yearly: 'वार्षिक',
    tax: '{{name}}, {{percent}} %, शामिल',
    noTax: 'कर: कोई नहीं',
    total: 'कुल',
    says: {
      paid: 'इस बिल का भुगतान हो चुका है।',
      failed: 'इस बिल का भुगतान अभी नहीं हुआ है।',
      refunded: 'इस बिल की राशि लौटा दी गई है।',
    },
  },
  de: {
    name: 'Rechnung',
    for: 'Rechnung an',
    date: 'Datum',
    period: 'Zeitraum',
    range: '{{from}} bis {{to}}',
    reference: 'Deine Referenz',
    what: 'Beschreibung',
    amount: 'Betrag',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    tax: '{{name}}, {{percent}} %, enthalten',
    noTax: 'Steuer: keine berechnet',
    total: 'Gesamt',
    says: {
      paid: 'Diese Rechnung ist bezahlt.',
      failed: 'Diese Rechnung ist noch nicht bezahlt.',
      refunded: 'Der Betrag dieser Rechnung wurde erstattet.',
    },
  },
  es: {
    name: 'Factura',
    for: 'Factura para',
    date: 'Fecha',
    period: 'Periodo',
    range: '{{from}} a {{to}}',
    reference: 'Tu referencia',
    what: 'Descripción',
    amount: 'Importe',
    monthly: 'Mensual',
    yearly: 'Anual',
    tax: '{{name}}, {{percent}} %, incluido',
    noTax: 'Impuestos: ninguno',
    total: 'Total',
    says: {
      paid: 'Esta factura está pagada.',
      failed: 'Esta factura aún no está pagada.',
      refunded: 'El importe de esta factura se ha devuelto.',
    },
  },
}
