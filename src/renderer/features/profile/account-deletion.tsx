import { UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Erasure, eraseUser } from '#shared/contract/erasure/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
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
        <p role="status" className="text-sm text-danger-ink">
          {t('erase.planned', { when: format.dayAndTime(erasure.erased_after) })}
        </p>
        <Button needsServer loading={isCancelling} onClick={() => void cancel()}>
          {t('erase.keep')}
        </Button>
      </div>
    )
  return (
    <>
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
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const isSame = typed.trim() === address

  async function request() {
    if (!isSame || isSending) return
    setSending(true)
    const outcome = await call(eraseUser, { action: 'request', confirmed_address: address })
    setSending(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    onRequested(outcome.data)
    onClose()
  }

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('erase.question')}
      description={t('erase.consequence')}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button needsServer variant="danger" type="submit" form="erasure-form" loading={isSending} disabled={!isSame}>
            {t('erase.submit')}
          </Button>
        </>
      }
    >
      <form
        id="erasure-form"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void request()
        }}
      >
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
          <li>{t('erase.goes')}</li>
          <li>{t('erase.stays')}</li>
        </ul>
        <TextField
          label={t('erase.type', { address })}
          error={error}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
