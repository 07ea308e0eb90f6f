import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GoogleButton } from './google-button'
import { useSignIn } from './store'

/** Google, if the server offers it, the guest chat, and where codes appear while the server cannot send any. */
export function OtherWays({ isAdmin = false }: { isAdmin?: boolean }) {
  const { t } = useTranslation('session')
  const options = useSignIn(state => state.options)
  useEffect(() => void useSignIn.getState().loadOptions(), [])
  if (!options) return null
  return (
    <>
      {options.google && <GoogleButton google={options.google} />}
      {options.guests && !isAdmin && (
        <a href="#/chat-guest" className="flex items-center justify-center gap-1.5 text-sm text-accent">
          {t('guest.open')}
          <ArrowRight size={15} />
        </a>
      )}
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
