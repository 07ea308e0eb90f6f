import { useTranslation } from 'react-i18next'

/** Writes an amount in the smallest unit of its currency as people read it; without decimals if there are none. */
export function useMoney(): (amount: number, currency: string) => string {
  const { i18n } = useTranslation()
  return (amount, currency) =>
    new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency,
      minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    }).format(amount / 100)
}

/** Opens the page of the payment provider, which replaces the app until the person comes back. */
export function goToPayment(short_url: string): void {
  window.location.assign(short_url)
}
