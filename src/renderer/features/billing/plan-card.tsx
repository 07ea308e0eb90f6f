import { Check, Minus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BillingInterval, Plan, Subscription } from '#shared/contract/billing/endpoints'
import { planNames } from '#shared/rules/plan-names'
import { PlanLimit, rankOfPlan } from '#shared/rules/plans'
import { useErrorText } from '../../i18n/texts'
import { MenuActions } from '../../platform/menu-actions'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { goToPayment, useMoney } from './money'
import { usePlans } from './store'

interface Props {
  plan: Plan
  interval: BillingInterval
  subscription: Subscription
}

/** A plan with its price, what it includes, and the way to it. */
export function PlanCard({ plan, interval, subscription }: Props) {
  const { t } = useTranslation('billing')
  const id = useId()
  const money = useMoney()
  const isChosen = usePlans(state => state.onboardingPlan === plan.plan_id)
  const isCurrent = plan.plan_id === subscription.plan_id
  const { limits } = plan
  return (
    <li
      aria-labelledby={id}
      className={cx(
        'flex flex-col rounded-lg border bg-surface-1 p-5',
        isCurrent ? 'border-accent ring-1 ring-accent' : 'border-line shadow-1',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={id} className="font-semibold">
          {planNames[plan.plan_id]}
        </h3>
        {isCurrent && <Badge tone="accent">{t('yours')}</Badge>}
        {!isCurrent && isChosen && <Badge tone="neutral">{t('chosen')}</Badge>}
      </div>
      <p className="mt-1.5 text-sm text-muted">
        <span className="text-2xl font-semibold tracking-tight text-default tabular-nums">
          {money(plan.prices[interval], plan.currency)}
        </span>{' '}
        {t(plan.plan_id === 'free' ? 'forever' : interval === 'monthly' ? 'aMonth' : 'aYear')}
      </p>
      <p className="mt-1 text-sm text-muted">{t(`plan.${plan.plan_id}.for`)}</p>
      <ul className="mt-4 mb-5 flex flex-col gap-2 text-sm">
        {PlanLimit.options.map(limit => (
          <Included key={limit}>
            {limits[limit] === null ? t(`unlimited.${limit}`) : t(`limit.${limit}`, { most: limits[limit] })}
          </Included>
        ))}
        <Included isMissing={!plan.is_premium}>{t('premiumPages')}</Included>
      </ul>
      <Action plan={plan} interval={interval} subscription={subscription} />
    </li>
  )
}

function Included({ isMissing = false, children }: { isMissing?: boolean; children: string }) {
  const { t } = useTranslation('billing')
  return (
    <li className={cx('flex items-start gap-2', isMissing && 'text-muted')}>
      {isMissing ? (
        <Minus size={16} role="img" aria-label={t('notIncluded')} className="mt-0.5 shrink-0" />
      ) : (
        <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-success" />
      )}
      {children}
    </li>
  )
}

function Action({ plan: { plan_id }, interval, subscription }: Props) {
  const { t } = useTranslation('billing')
  const errorText = useErrorText()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { order, upgrade, downgrade, cancel } = usePlans.getState()
  const isLive = subscription.plan_id !== 'free'
  const isUp = rankOfPlan(plan_id) > rankOfPlan(subscription.plan_id)
  const name = planNames[plan_id]

  async function choose() {
    setRunning(true)
    setProblem(null)
    const outcome = await run()
    setRunning(false)
    if (!outcome.ok) return setProblem(errorText(outcome))
    if (!isLive && outcome.data.short_url) goToPayment(outcome.data.short_url)
  }

  function run() {
    if (plan_id === 'free') return cancel()
    if (!isLive) return order({ plan_id, interval })
    return isUp ? upgrade(plan_id) : downgrade(plan_id)
  }

  const isNext =
    subscription.next_plan_id === plan_id || (plan_id === 'free' && subscription.is_subscription_about_to_end)
  const isThere = plan_id === subscription.plan_id || isNext
  const label =
    isLive || plan_id === 'free'
      ? t(isUp ? 'upgrade' : 'moveTo', { plan: name })
      : t(subscription.has_trial ? 'try' : 'choose', { plan: name })
  return (
    <div className="mt-auto flex flex-col gap-2">
      <MenuActions
        entries={[{ label, needsServer: true, disabled: isThere || isRunning, onSelect: () => void choose() }]}
        group={t('title')}
      />
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      {isThere ? (
        <Button block disabled>
          {t(isNext ? 'follow' : 'currentPlan')}
        </Button>
      ) : (
        <Button
          block
          needsServer
          loading={isRunning}
          variant={isUp ? 'primary' : 'default'}
          onClick={() => void choose()}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
