import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bridge } from '#shared/contract/desktop'
import { useErrorText } from '../../i18n/texts'
import { logError } from '../../platform/log'
import { Button } from '../../ui/button'
import { GoogleLetter } from './google-letter'
import { Problem } from './problem'
import { enterWithGoogle } from './store'

const texts = {
  refused: 'google.failed',
  mismatch: 'google.mismatch',
  timed_out: 'google.timedOut',
  unavailable: 'google.unavailable',
} as const

/** The state of an attempt: in the browser, or being checked by the server. */
type Step = 'browser' | 'server'

/** Signs in through the browser of this computer, while the main process waits for it [D11]. */
export function GoogleDesktop({ app }: { app: Bridge }) {
  const { t } = useTranslation(['session', 'app'])
  const errorText = useErrorText()
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isWaiting = useRef(false)

  const begin = async () => {
    setProblem(null)
    setStep('browser')
    isWaiting.current = true
    setProblem(await attempt())
    isWaiting.current = false
    setStep(null)
  }
  /** Returns the message for the person, or null. */
  const attempt = async (): Promise<string | null> => {
    try {
      const returned = await app.signInWithGoogle(undefined)
      isWaiting.current = false
      if (returned.outcome === 'cancelled') return null
      if (returned.outcome !== 'done') return t(texts[returned.outcome])
      setStep('server')
      const { outcome: _, ...answer } = returned
      const entered = await enterWithGoogle(answer)
      return entered.ok ? null : errorText(entered)
    } catch (cause) {
      logError('The desktop app could not sign in with the browser.', cause)
      return t('google.unavailable')
    }
  }
  useEffect(
    () => () => {
      // A person who signs in another way must not be signed in again from the browser.
      if (isWaiting.current) cancel(app)
    },
    [app],
  )

  return (
    <>
      {problem && <Problem text={problem} />}
      {step === 'browser' ? (
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="text-sm">
            {t('google.browser')}
          </p>
          <Button onClick={() => cancel(app)}>{t('app:action.cancel')}</Button>
        </div>
      ) : (
        <Button size="lg" block icon={GoogleLetter} loading={step === 'server'} onClick={() => void begin()}>
          {t('signin.google')}
        </Button>
      )}
    </>
  )
}

function cancel(app: Bridge): void {
  app
    .cancelGoogle(undefined)
    .catch((cause: unknown) => logError('The desktop app could not stop waiting for Google.', cause))
}
