import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useErrorText } from '../../i18n/texts'
import { parseAddress } from '../../platform/address'
import { desktopServer } from '../../platform/desktop-app'
import { clearDraft, readDraft, writeDraft } from '../../platform/drafts'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { AuthHeading, AuthLayout } from './auth-layout'
import { finishGoogle } from './google'
import { GuestNotice } from './guest-notice'
import type { SignInState, VerifyState } from './location-state'
import { OtherWays } from './other-ways'
import { Problem } from './problem'
import { ServerForm } from './server-form'
import { enterWithGoogle, sendCode } from './store'

const draft = 'signin.address'

export function SignInPage() {
  return <SignIn isAdmin={false} />
}

/** The sign-in of the super user [2.2a]: the same form under its own heading. The server knows what they may do. */
export function AdminSignInPage() {
  return <SignIn isAdmin />
}

function SignIn({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('session')
  const [query] = useSearchParams()
  const [isChoosing, setChoosing] = useState(desktopServer() === null)
  usePageTitle(t('signin.page'))
  if (isChoosing)
    return (
      <AuthLayout>
        <ServerForm onChosen={() => setChoosing(false)} />
      </AuthLayout>
    )
  return (
    <AuthLayout>
      {query.has('code') || query.has('error') ? (
        <GoogleReturn query={query} />
      ) : (
        <>
          <AuthHeading title={t(isAdmin ? 'signin.adminTitle' : 'signin.title')}>
            {t(isAdmin ? 'signin.adminText' : 'signin.text')}
          </AuthHeading>
          {!isAdmin && <GuestNotice />}
          <AddressForm isAdmin={isAdmin} />
          <OtherWays isAdmin={isAdmin} />
          {desktopServer() && (
            <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-muted">
              {t('server.current', { server: desktopServer() })}
              <Button size="sm" onClick={() => setChoosing(true)}>
                {t('server.change')}
              </Button>
            </p>
          )}
        </>
      )}
    </AuthLayout>
  )
}

function AddressForm({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { state: given, search } = useLocation()
  const { kind, problem } = (given ?? {}) as SignInState
  const saved = readDraft(draft)
  const { register, handleSubmit, formState, setError, watch } = useForm({
    defaultValues: { address: typeof saved === 'string' && !kind ? saved : '' },
  })
  const typed = watch('address')
  useEffect(() => {
    if (formState.isDirty) writeDraft(draft, typed)
  }, [typed, formState.isDirty])

  const onSubmit = handleSubmit(async ({ address: text }) => {
    const address = parseAddress(text)
    if (!address) {
      setError('address', { message: t('signin.invalid') }, { shouldFocus: true })
      return
    }
    const outcome = await sendCode(address)
    if (!outcome.ok) {
      setError('address', { message: errorText(outcome) }, { shouldFocus: true })
      return
    }
    clearDraft(draft)
    const state: VerifyState = { address, sentAt: Date.now(), isAdmin }
    // Keeps the recording that a guest takes along [3.20]. An operator goes on to their own page.
    await navigate({ pathname: '/verify', search: isAdmin ? '?admin' : search }, { state })
  })

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {problem && <Problem text={errorText(problem)} />}
      <TextField
        {...register('address')}
        label={t(kind ? `signin.${kind}` : 'signin.address')}
        hint={kind === 'phone' ? t('signin.phoneHint') : undefined}
        error={formState.errors.address?.message}
        type={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'text'}
        inputMode={kind === 'phone' ? 'tel' : 'email'}
        autoComplete={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        size="lg"
        autoFocus
      />
      <Button type="submit" variant="primary" size="lg" block loading={formState.isSubmitting}>
        {t('signin.send')}
      </Button>
    </form>
  )
}

/** Handles the return of the browser from the provider. */
function GoogleReturn({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  const hasStarted = useRef(false)
  useEffect(() => {
    // The answer can be used once, however often this component renders.
    if (hasStarted.current) return
    hasStarted.current = true
    const back = (problem: SignInState['problem']) =>
      navigate('/login', { replace: true, state: { problem } satisfies SignInState })
    const answer = finishGoogle(query)
    if (!answer) void back({ code: '', message: t(query.has('error') ? 'google.failed' : 'google.mismatch') })
    else void enterWithGoogle(answer).then(outcome => (outcome.ok ? undefined : back(outcome)))
  }, [query, navigate, t])
  return <p role="status">{t('signin.googleWait')}</p>
}
