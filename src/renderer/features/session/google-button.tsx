import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInOptions } from '#shared/contract/profile/endpoints'
import { desktop } from '../../platform/desktop'
import { logError } from '../../platform/log'
import { Button } from '../../ui/button'
import { beginGoogle, canUseGoogle } from './google'
import { GoogleDesktop } from './google-desktop'
import { GoogleLetter } from './google-letter'

/**
 * Signs in with the server's OpenID provider: in this window, or from the desktop app in the person's browser [D11].
 */
export function GoogleButton({ google }: { google: NonNullable<SignInOptions['google']> }) {
  const { t } = useTranslation('session')
  const app = desktop()
  if (!app && !canUseGoogle()) return null
  return (
    <>
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signin.or')}
      </p>
      {app ? <GoogleDesktop app={app} /> : <GoogleHere google={google} />}
    </>
  )
}

function GoogleHere({ google }: { google: NonNullable<SignInOptions['google']> }) {
  const { t } = useTranslation('session')
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      location.assign(await beginGoogle(google))
    } catch (cause) {
      logError('Signing in with Google could not start.', cause)
      setLeaving(false)
    }
  }
  return (
    <Button size="lg" block icon={GoogleLetter} loading={isLeaving} onClick={() => void leave()}>
      {t('signin.google')}
    </Button>
  )
}
