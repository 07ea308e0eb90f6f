import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/contract/organisations/invites'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Badge, type BadgeTone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ListSection } from '../../ui/list-row'
import { toast } from '../../ui/toast'
import { useInvites } from './store'

const tones: Record<Invite['status'], BadgeTone> = {
  pending: 'neutral',
  accepted: 'success',
  declined: 'warn',
  expired: 'warn',
  revoked: 'neutral',
}

/** The invites of the workspace, newest first. */
export function SentInvites() {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  const { items: invites, next, more, loadMore } = useInvites()
  const open = invites.filter(invite => invite.status === 'pending').length
  async function loadNext() {
    await loadMore()
    const { more, failure } = useInvites.getState()
    if (more === 'failed' && failure) toast.failure(errorText(failure))
  }
  return (
    <section>
      <ListSection title={t('sent.title')} trailing={open > 0 && <Badge>{t('sent.open', { count: open })}</Badge>} />
      {invites.length === 0 ? (
        <p className="px-4 text-sm text-muted">{t('sent.none')}</p>
      ) : (
        <ul className="px-4">
          {invites.map(invite => (
            <Sent key={invite.invite_id} invite={invite} />
          ))}
        </ul>
      )}
      {next && (
        <div className="px-4 pt-2">
          <Button size="sm" loading={more === 'loading'} onClick={() => void loadNext()}>
            {t('sent.more')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Sent({ invite }: { invite: Invite }) {
  const { t } = useTranslation(['workspace', 'app'])
  const errorText = useErrorText()
  const { day } = useFormat()
  const address = invite.email_id ?? invite.phone_number ?? ''
  const [isAsking, setAsking] = useState(false)
  const revoke = async () => {
    const outcome = await useInvites.getState().revoke(invite.invite_id)
    if (!outcome.ok) return errorText(outcome)
    setAsking(false)
    toast.info(t('sent.revokedToast', { address }))
    return null
  }
  return (
    <li className="border-t border-line py-2">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{address}</span>
        <Badge tone={tones[invite.status]}>{t(`sent.${invite.status}`)}</Badge>
      </div>
      <div className="flex min-h-control-sm items-center gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {[invite.role_name, invite.branch_name].filter(Boolean).join(', ')}
        </span>
        <span>{day(invite.created_at)}</span>
        {invite.status === 'pending' && (
          <>
            <MenuActions
              entries={[{ label: t('sent.revokeOf', { address }), needsServer: true, onSelect: () => setAsking(true) }]}
              group={t('invite.title')}
            />
            <Button
              needsServer
              size="sm"
              variant="quiet"
              aria-label={t('sent.revokeOf', { address })}
              onClick={() => setAsking(true)}
              className="-mr-2"
            >
              {t('sent.revoke')}
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('sent.ask', { address })}
          text={t('sent.askText')}
          confirmLabel={t('sent.revoke')}
          cancelLabel={t('app:action.cancel')}
          closeLabel={t('app:action.close')}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
