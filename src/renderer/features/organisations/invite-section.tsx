import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSection } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { SkeletonRows } from '../../ui/skeleton'
import { InviteForm } from './invite-form'
import { SentInvites } from './sent-invites'
import { PlanLimitNote } from './slots'
import { useCan, useInvites } from './store'

/** Invites people, and lists earlier invites. */
export function InviteSection() {
  const { t } = useTranslation(['workspace', 'app'])
  const mayInvite = useCan('people.invite')
  const { status, roles } = useInvites()
  useEffect(() => {
    if (mayInvite && useInvites.getState().status === 'idle') void useInvites.getState().load()
  }, [mayInvite])

  if (!mayInvite) {
    return (
      <section>
        <ListSection title={t('invite.title')} />
        <p className="px-4 text-sm text-muted">{t('invite.forbidden')}</p>
      </section>
    )
  }
  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('invite.failed')}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useInvites.getState().load()}
      />
    )
  }
  if (roles.length === 0) return <SkeletonRows label={t('sent.loading')} rows={3} />
  return (
    <>
      <section>
        <ListSection title={t('invite.title')} />
        <div className="px-4 pb-3 empty:hidden">
          <PlanLimitNote limit="members" />
        </div>
        <div className="px-4">
          <InviteForm roles={roles} />
        </div>
      </section>
      <SentInvites />
    </>
  )
}
