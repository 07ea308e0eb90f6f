import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { afterSignOut } from '#shared/limits'
import { sendUndoable } from '../undo/store'
import { signOut } from './store'

/** Signs out [4.4a], and goes to the sign-in page shortly after [2.3b]. */
export function SignOutPage() {
  const { t } = useTranslation('session')
  const navigate = useNavigate()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    // Signing out erases what waits on this device, so what the person deleted last is deleted first.
    void sendUndoable()
      .then(signOut)
      .then(() => {
        if (!isGone) timer = setTimeout(() => void navigate('/login', { replace: true }), afterSignOut)
      })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [navigate])
  return (
    <main className="grid h-full place-items-center bg-surface-1 text-muted">
      <p role="status" className="animate-appear">
        {t('signingOut')}
      </p>
    </main>
  )
}
