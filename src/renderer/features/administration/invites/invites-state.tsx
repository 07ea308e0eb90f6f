import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { LoadFailed } from '../../../ui/load-failed'
import { SkeletonRows } from '../../../ui/skeleton'
import { useInvites } from '../../organisations/store'

/** Loads the invites of the workspace once, and shows the content with the roles that can be given. */
export function InvitesState({ children }: { children: (roles: readonly Role[]) => ReactNode }) {
  const { t } = useTranslation(['administration', 'app'])
  const errorText = useErrorText()
  const { status, failure, roles } = useInvites()
  useEffect(() => {
    if (useInvites.getState().status === 'idle') void useInvites.getState().load()
  }, [])
  if (roles.length === 0 && status === 'failed') {
    return (
      <LoadFailed
        title={t('invites.failed')}
        text={failure && errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useInvites.getState().load()}
      />
    )
  }
  return roles.length === 0 ? <SkeletonRows label={t('loading')} /> : children(roles)
}
