import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment, Subscription } from '#shared/contract/billing/endpoints'
import { planNames } from '#shared/rules/plan-names'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { useMoney } from './money'
import { usePlans } from './store'

export const paymentTones = { paid: 'success', failed: 'danger', refunded: 'neutral' } as const

/** What was paid, and the end of the subscription. */
export function Payments({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const id = useId()
  const payments = usePlans(state => state.payments)
  return (
    <section aria-labelledby={id} className="mt-3 flex flex-col gap-2.5">
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {t('payments')}
        </h2>
        <EndOrKeep subscription={subscription} />
      </div>
      {payments.length === 0 ? (
        <p className="text-sm text-muted">{t('noPayments')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface-1 text-sm">
          {payments.map(payment => (
            <Row key={payment.payment_id} payment={payment} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ payment }: { payment: Payment }) {
  const { t } = useTranslation('billing')
  const { calendarDay, dayKey, shortDay } = useFormat()
  const money = useMoney()
  const { period_start: from, period_end: to, tax } = payment
  return (
    <li className="grid grid-cols-2 items-center gap-x-4 gap-y-1 px-3.5 py-2.5 md:grid-cols-[1fr_1.4fr_1.4fr_1fr_6rem_auto]">
      <a
        className="text-accent underline tabular-nums"
        href={`#/plans/invoices/${payment.payment_id}`}
        aria-label={t('invoice.title', { number: payment.invoice_number })}
      >
        {payment.invoice_number}
      </a>
      <span>{calendarDay(dayKey(payment.at))}</span>
      <span className="text-muted">
        {planNames[payment.plan_id]}, {t(payment.interval)}
        {from && to && (
          <span className="block text-xs">{t('invoice.fromTo', { from: shortDay(from), to: shortDay(to) })}</span>
        )}
      </span>
      <span className="tabular-nums">
        {money(payment.amount, payment.currency)}
        {tax && (
          <span className="block text-xs text-muted">
            {t('invoice.ofIt', { name: tax.name, amount: money(tax.amount, payment.currency) })}
          </span>
        )}
      </span>
      <span>
        <Badge tone={paymentTones[payment.status]}>{t(`payment.${payment.status}`)}</Badge>
      </span>
      {payment.receipt_url && (
        <a className="text-accent underline" href={payment.receipt_url} target="_blank" rel="noreferrer">
          {t('receipt')}
        </a>
      )}
    </li>
  )
}

function EndOrKeep({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation(['billing', 'app'])
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { cancel, resume } = usePlans.getState()
  if (subscription.plan_id === 'free') return null
  async function keep() {
    const outcome = await resume()
    setProblem(outcome.ok ? null : errorText(outcome))
  }
  if (subscription.is_subscription_about_to_end || subscription.next_plan_id)
    return (
      <span className="flex items-center gap-2">
        {problem && <span role="alert">{problem}</span>}
        <MenuActions
          entries={[{ label: t('resume'), needsServer: true, onSelect: () => void keep() }]}
          group={t('title')}
        />
        <Button size="sm" needsServer onClick={() => void keep()}>
          {t('resume')}
        </Button>
      </span>
    )
  return (
    <>
      <MenuActions entries={[{ label: t('cancel'), onSelect: () => setAsking(true) }]} group={t('title')} />
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cancelTitle')}
          text={t('cancelText')}
          confirmLabel={t('cancel')}
          cancelLabel={t('keep')}
          closeLabel={t('app:action.close')}
          danger
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const outcome = await cancel()
            if (!outcome.ok) return errorText(outcome)
            setAsking(false)
            return null
          }}
        />
      )}
    </>
  )
}
