import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codes } from '#shared/contract/session/limits'
import { useErrorText } from '../../i18n/texts'
import { type Address, addressText, parseAddress } from '../../platform/address'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { toast } from '../../ui/toast'
import { sendCode } from '../session/store'
import { confirmAddress } from './store'

interface Props {
  kind: 'email' | 'phone'
  title: string
  onClose: () => void
}

const formId = 'change-address'

/** Sets a new phone number or e-mail after the person has confirmed it with a code. */
export function ChangeAddress({ kind, title, onClose }: Props) {
  const { t } = useTranslation(['profile', 'app'])
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState<Address | null>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async () => {
    const parsed = parseAddress(typed)
    if (!parsed || 'email' in parsed !== (kind === 'email')) {
      setError(t(`addresses.${kind}Invalid`))
      return
    }
    setBusy(true)
    const outcome = await sendCode(parsed)
    setBusy(false)
    setError(outcome.ok ? null : errorText(outcome))
    if (outcome.ok) setAddress(parsed)
  }

  const confirm = async (wanted: Address, OTP: string) => {
    if (isBusy || OTP.length < codes.digits) return
    setBusy(true)
    const outcome = await confirmAddress(wanted, OTP)
    setBusy(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    toast.success(t('addresses.changed', { address: addressText(wanted) }))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={address ? t('addresses.sentTo', { address: addressText(address) }) : undefined}
      closeLabel={t('app:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('app:action.cancel')}</Button>
          <Button needsServer type="submit" form={formId} variant="primary" loading={isBusy}>
            {t(address ? 'addresses.confirm' : 'addresses.send')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void (address ? confirm(address, code) : send())
        }}
      >
        {address ? (
          <CodeField
            label={t('addresses.code')}
            autoFocus
            value={code}
            error={error}
            onChange={next => {
              setCode(next)
              setError(null)
            }}
            onComplete={next => void confirm(address, next)}
          />
        ) : (
          <TextField
            label={t(kind === 'email' ? 'addresses.newEmail' : 'addresses.newPhone')}
            type={kind === 'email' ? 'email' : 'tel'}
            autoComplete={kind === 'email' ? 'email' : 'tel'}
            autoFocus
            size="lg"
            value={typed}
            error={error}
            onChange={event => {
              setTyped(event.target.value)
              setError(null)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
