import { CloudAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { BillingInterval, Plan } from '#shared/contract/billing/endpoints'
import { useErrorText } from '../../i18n/texts'
import { reloadOn } from '../../platform/live'
import { choiceEntry, MenuActions } from '../../platform/menu-actions'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { Segmented } from '../../ui/segmented'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { AdministrationList } from '../organisations/slots'
import { CurrentPlan } from './current-plan'
import { Payments } from './payments'
import { PlanCard } from './plan-card'
import { usePlans } from './store'

/** The plans of the workspace and what was paid [1.12]. */
export function PlansPage() {
  const { t } = useTranslation(['billing', 'app'])
  const navigate = useNavigate()
  const organizationId = useSession(state => state.organizationId)
  usePageTitle(t('title'))
  return (
    <Panes>
      <AdministrationList />
      <Pane as="main" kind="canvas">
        <PaneHeader
          title={t('title')}
          back={{ label: t('app:action.back'), onPress: () => void navigate('/organisation') }}
        />
        <Content key={organizationId} />
      </Pane>
    </Panes>
  )
}

function Content() {
  const { t } = useTranslation(['billing', 'app'])
  const errorText = useErrorText()
  const { plans, subscription, failure, load } = usePlans()
  const [interval, setInterval] = useState<BillingInterval | null>(null)
  useEffect(() => {
    void load()
    // The provider reports a payment on its own way, perhaps after the person has come back.
    return reloadOn(['organisation.plan_changed'], () => void load())
  }, [load])
  if (failure && !subscription)
    return (
      <LoadFailed
        title={t('failed')}
        text={errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  if (plans?.length === 0)
    return <StateBlock title={t('off.title')} text={t('off.text')} icon={CloudAlert} tone="neutral" />
  if (!plans || !subscription) return <SkeletonRows label={t('loading')} />
  const months = monthsFree(plans)
  const chosen = interval ?? subscription.interval ?? 'monthly'
  const intervals = {
    label: t('interval'),
    value: chosen,
    onChange: setInterval,
    options: [
      { value: 'monthly' as const, label: t('monthly') },
      { value: 'yearly' as const, label: months > 1 ? t('yearlyFree', { months }) : t('yearly') },
    ],
  }
  return (
    <PaneBody>
      <MenuActions entries={[choiceEntry(intervals)]} group={t('title')} />
      <div className="mx-auto flex w-full max-w-[1000px] flex-col gap-4 p-4 md:px-7 md:py-5">
        <CurrentPlan subscription={subscription} plans={plans} />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold tracking-tight">{t('change')}</h2>
          <Segmented {...intervals} />
        </div>
        <ul className="grid gap-3.5 md:grid-cols-3">
          {plans.map(plan => (
            <PlanCard key={plan.plan_id} plan={plan} interval={chosen} subscription={subscription} />
          ))}
        </ul>
        <Payments subscription={subscription} />
      </div>
    </PaneBody>
  )
}

/** How many whole months a year of each paid plan costs less than twelve single ones. */
function monthsFree(plans: readonly Plan[]): number {
  const saved = plans.flatMap(({ plan_id, prices: { monthly, yearly } }) =>
    plan_id === 'free' ? [] : Math.floor(12 - yearly / monthly),
  )
  return Math.min(...saved)
}
