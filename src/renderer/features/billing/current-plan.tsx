import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Plan, Subscription } from '#shared/contract/billing/endpoints'
import { planNames } from '#shared/rules/plan-names'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { goToPayment, useMoney } from './money'

/** The plan in force, what is paid next, and what has to be done. */
export function CurrentPlan({ subscription, plans }: { subscription: Subscription; plans: readonly Plan[] }) {
  const { t } = useTranslation('billing')
  const { calendarDay, dayKey } = useFormat()
  const money = useMoney()
  const { plan_id, used, next_payment: next, card, short_url, status } = subscription
  const most = plans.find(plan => plan.plan_id === plan_id)?.limits.members ?? null
  const onDay = (at: string | null) => (at === null ? '' : calendarDay(dayKey(at)))
  return (
    <section
      aria-label={t('current')}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line bg-surface-1 p-5 shadow-1"
    >
      <div>
        <p className="text-xs text-muted">{t('current')}</p>
        <p className="flex items-center gap-2 text-xl font-semibold tracking-tight">
          {planNames[plan_id]}
          {plan_id !== 'free' && (
            <Badge tone={status === 'past_due' ? 'warn' : 'accent'}>{t(`status.${status}`)}</Badge>
          )}
        </p>
        <p className="text-xs text-muted">
          {most === null ? t('people', { used: used.members }) : t('peopleOf', { used: used.members, most })}
        </p>
      </div>
      {next && (
        <div>
          <p className="text-xs text-muted">{t('nextPayment')}</p>
          <p className="font-semibold tabular-nums">{money(next.amount, next.currency)}</p>
          <p className="text-xs text-muted">{onDay(next.at)}</p>
        </div>
      )}
      {card && (
        <p className="flex items-center gap-2 text-sm">
          <CreditCard size={15} aria-hidden /> {t('card', { card })}
        </p>
      )}
      <div className="flex basis-full flex-col items-start gap-2 text-sm empty:hidden" role="status">
        {subscription.is_subscription_about_to_end && (
          <p>{t('ends', { day: onDay(subscription.billing_period_end) })}</p>
        )}
        {subscription.next_plan_id && (
          <p>
            {t('follows', {
              plan: planNames[subscription.next_plan_id],
              day: onDay(subscription.billing_period_end),
            })}
          </p>
        )}
        {status === 'past_due' && <p>{t('pastDue', { day: onDay(subscription.grace_ends_at) })}</p>}
        {subscription.ordered_plan_id && <p>{t('ordered', { plan: planNames[subscription.ordered_plan_id] })}</p>}
        {short_url && (
          <>
            <MenuActions entries={[{ label: t('pay'), onSelect: () => goToPayment(short_url) }]} group={t('title')} />
            <Button size="sm" variant="primary" onClick={() => goToPayment(short_url)}>
              {t('pay')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
