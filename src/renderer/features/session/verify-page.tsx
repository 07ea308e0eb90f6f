import { useCallback, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { codes } from '#shared/contract/session/limits'
import { useErrorText } from '../../i18n/texts'
import { type Address, addressText, parseAddress } from '../../platform/address'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { toast } from '../../ui/toast'
import { AuthHeading, AuthLayout } from './auth-layout'
import { GuestNotice } from './guest-notice'
import type { SignInState, VerifyState } from './location-state'
import { OtherWays } from './other-ways'
import { enterCode, sendCode } from './store'
import { useSecondsUntil } from './use-seconds-until'

/** Asks for the one-time code of an address from the state or the query. */
export function VerifyPage() {
  const { t } = useTranslation('session')
  const state = useLocation().state as VerifyState | null
  const [query] = useSearchParams()
  usePageTitle(t('code.page'))
  const address = state?.address ?? parseAddress(query.get('email') ?? query.get('phone_number') ?? '')
  if (!address) return <Navigate to="/login" replace />
  return (
    <AuthLayout>
      {!state?.isAdmin && <GuestNotice />}
      <CodeForm
        address={address}
        sentAt={state?.sentAt ?? null}
        given={query.get('code') ?? ''}
        isAdmin={state?.isAdmin ?? false}
      />
      <OtherWays isAdmin={state?.isAdmin} />
    </AuthLayout>
  )
}

interface FormProps {
  address: Address
  sentAt: number | null
  given: string
  isAdmin: boolean
}

function CodeForm({ address, sentAt, given, isAdmin }: FormProps) {
  const { t } = useTranslation(['session', 'app'])
  const errorText = useErrorText()
  const [code, setCode] = useState(() => given.replace(/\D/g, '').slice(0, codes.digits))
  const latest = useRef(code)
  const [error, setError] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)

  const check = useCallback(
    async (typed: string) => {
      if (typed.length < codes.digits) {
        setError(t('code.incomplete'))
        return
      }
      setChecking(true)
      let checked = typed
      let outcome = await enterCode(address, checked)
      // Another code was typed while the server checked this one.
      while (!outcome.ok && latest.current !== checked && latest.current.length === codes.digits) {
        checked = latest.current
        outcome = await enterCode(address, checked)
      }
      // On success the guards navigate away.
      if (outcome.ok) return
      setChecking(false)
      if (latest.current === checked) setError(errorText(outcome))
    },
    [address, errorText, t],
  )

  const isEmail = 'email' in address
  const back = isAdmin ? '/admin' : '/login'
  return (
    <>
      <AuthHeading title={t(isEmail ? 'code.titleEmail' : 'code.titlePhone')}>
        <Trans
          t={t}
          i18nKey={sentAt ? 'code.sentTo' : 'code.enterFor'}
          values={{ address: addressText(address) }}
          components={{ b: <strong className="font-medium text-default" /> }}
        />{' '}
        <a href={`#${back}`} className="text-accent underline underline-offset-2">
          {t('app:action.change')}
        </a>
      </AuthHeading>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={event => {
          event.preventDefault()
          if (!isChecking) void check(code)
        }}
      >
        <CodeField
          label={t('code.label')}
          hideLabel
          autoFocus
          value={code}
          error={error}
          onChange={next => {
            latest.current = next
            setCode(next)
            setError(null)
          }}
          onComplete={next => {
            if (!isChecking) void check(next)
          }}
        />
        <Button type="submit" variant="primary" size="lg" block loading={isChecking}>
          {t('code.verify')}
        </Button>
      </form>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-muted">
        <Resend
          address={address}
          sentAt={sentAt}
          onSent={() => {
            latest.current = ''
            setCode('')
          }}
          onProblem={setError}
        />
        <OtherKind isEmail={isEmail} back={back} />
      </div>
    </>
  )
}

interface ResendProps {
  address: Address
  sentAt: number | null
  onSent: () => void
  onProblem: (text: string | null) => void
}

function Resend({ address, sentAt, onSent, onProblem }: ResendProps) {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [isSending, setSending] = useState(false)
  const seconds = useSecondsUntil(sentAt, codes.resendAfter)
  if (seconds > 0) {
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return <span className="tabular-nums">{t('code.resendIn', { time })}</span>
  }
  const resend = async () => {
    setSending(true)
    const outcome = await sendCode(address)
    setSending(false)
    if (!outcome.ok) {
      onProblem(errorText(outcome))
      return
    }
    onProblem(null)
    onSent()
    toast.info(t('code.resent'))
    await navigate(
      { pathname: '/verify', search },
      { replace: true, state: { ...state, address, sentAt: Date.now() } satisfies VerifyState },
    )
  }
  return (
    <button
      type="button"
      disabled={isSending}
      onClick={() => void resend()}
      className="text-accent disabled:opacity-50"
    >
      {t('code.resend')}
    </button>
  )
}

function OtherKind({ isEmail, back }: { isEmail: boolean; back: string }) {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const state: SignInState = { kind: isEmail ? 'phone' : 'email' }
  return (
    <button type="button" onClick={() => void navigate(back, { state })} className="text-accent">
      {t(isEmail ? 'code.usePhone' : 'code.useEmail')}
    </button>
  )
}
