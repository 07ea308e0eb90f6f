import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GoogleButton } from './google-button'
import { useSignIn } from './store'

/** Google, where the server offers it, and where codes are shown while the server sends none. */
export function OtherWays() {
  const { t } = useTranslation('session')
  const options = useSignIn(state => state.options)
  useEffect(() => void useSignIn.getState().loadOptions(), [])
  if (!options) return null
  return (
    <>
      {options.google && <GoogleButton google={options.google} />}
      {options.outbox && (
        <p className="text-center text-sm text-muted">
          {t('signin.outbox')}{' '}
          <a
            href={options.outbox}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-2"
          >
            {t('signin.outboxLink')}
          </a>
        </p>
      )}
    </>
  )
}
