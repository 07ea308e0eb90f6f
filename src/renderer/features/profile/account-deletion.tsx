import { UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Erasure, eraseUser } from '#shared/contract/erasure/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'
import { TypedConfirmDialog } from '../../ui/typed-confirm-dialog'
import { useProfile } from './store'

/** Asks for the account to be erased in seven days, says when that is, and cancels it. */
export function AccountDeletion() {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const format = useFormat()
  const [erasure, setErasure] = useState<Erasure>(null)
  const [isAsking, setAsking] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  useEffect(() => {
    let isOver = false
    void call(eraseUser, { action: 'state' }).then(outcome => {
      if (outcome.ok && !isOver) setErasure(outcome.data)
    })
    return () => {
      isOver = true
    }
  }, [])

  async function cancel() {
    setCancelling(true)
    const outcome = await call(eraseUser, { action: 'cancel' })
    setCancelling(false)
    if (!outcome.ok) return toast.failure(errorText(outcome))
    setErasure(outcome.data)
    toast.success(t('erase.cancelled'))
  }

  if (erasure)
    return (
      <div className="flex flex-col items-start gap-3">
        <MenuActions
          entries={[{ label: t('erase.keep'), needsServer: true, onSelect: () => void cancel() }]}
          group={t('title')}
        />
        <p role="status" className="text-sm text-danger-ink">
          {t('erase.planned', {
            when: `${format.calendarDay(format.dayKey(erasure.erased_after))}, ${format.time(erasure.erased_after)}`,
          })}
        </p>
        <Button needsServer loading={isCancelling} onClick={() => void cancel()}>
          {t('erase.keep')}
        </Button>
      </div>
    )
  return (
    <>
      <MenuActions
        entries={[{ label: t('erase.open'), needsServer: true, onSelect: () => setAsking(true) }]}
        group={t('title')}
      />
      <Button needsServer variant="danger" icon={UserX} className="self-start" onClick={() => setAsking(true)}>
        {t('erase.open')}
      </Button>
      {isAsking && <ErasureDialog onClose={() => setAsking(false)} onRequested={setErasure} />}
    </>
  )
}

function ErasureDialog({ onClose, onRequested }: { onClose: () => void; onRequested: (erasure: Erasure) => void }) {
  const { t } = useTranslation(['profile', 'app'])
  const errorText = useErrorText()
  const address = useProfile(state => state.profile?.user_email || state.profile?.user_phone || '')

  async function request(): Promise<string | null> {
    const outcome = await call(eraseUser, { action: 'request', confirmed_address: address })
    if (!outcome.ok) return errorText(outcome)
    onRequested(outcome.data)
    onClose()
    return null
  }

  return (
    <TypedConfirmDialog
      title={t('erase.question')}
      text={t('erase.consequence')}
      expected={address}
      fieldLabel={t('erase.type', { address })}
      confirmLabel={t('erase.submit')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={request}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
        <li>{t('erase.goes')}</li>
        <li>{t('erase.stays')}</li>
      </ul>
    </TypedConfirmDialog>
  )
}
