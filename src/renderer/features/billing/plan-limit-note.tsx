import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanLimit } from '#shared/rules/plans'
import { planLimits } from '#shared/rules/plans'
import { reloadOn } from '../../platform/live'
import { useSession } from '../../platform/session'
import { cx } from '../../ui/cx'
import { useOrganisation } from '../organisations/store'
import { usePlans } from './store'

interface Props {
  limit: Exclude<PlanLimit, 'frame_days'>
}

const countedIn = {
  members: ['member.joined', 'member.removed', 'invite.changed'],
  cameras: ['camera.changed', 'camera.deleted'],
  active_jobs: ['job.changed', 'job.deleted'],
} as const

/** How many are used of what the plan includes, and the way to a larger plan. */
export function PlanLimitNote({ limit }: Props) {
  const plan = useOrganisation()?.plan_id
  const most = plan === undefined ? null : planLimits[plan][limit]
  return most === null ? null : <Counted limit={limit} most={most} />
}

function Counted({ limit, most }: Props & { most: number }) {
  const { t } = useTranslation('billing')
  const isOwner = useOrganisation()?.org_role === 'owner'
  const organizationId = useSession(state => state.organizationId)
  const used = usePlans(state => state.use?.used[limit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other numbers.
  useEffect(() => {
    const { loadUse } = usePlans.getState()
    void loadUse()
    return reloadOn([...countedIn[limit], 'organisation.plan_changed'], () => void loadUse())
  }, [limit, organizationId])
  // Its room is kept until the number is known, so that nothing below moves.
  const isUnknown = used === undefined
  const isFull = used !== undefined && used >= most
  return (
    <p
      aria-hidden={isUnknown || undefined}
      className={cx('text-sm', isFull ? 'text-default' : 'text-muted', isUnknown && 'invisible')}
    >
      {t(`used.${limit}`, { used: used ?? most, most })}{' '}
      {isOwner ? (
        <a className="text-accent underline" href="#/plans">
          {t('needed.see')}
        </a>
      ) : (
        isFull && t('needed.askOwner')
      )}
    </p>
  )
}
