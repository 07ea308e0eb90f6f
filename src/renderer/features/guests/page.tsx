import { DoorClosed, Hourglass, RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useGuest } from '../../platform/guest'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneHeader, Panes } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useViewport } from '../../ui/use-media'
import { WheelMark } from '../../ui/wheel-mark'
import { Chat } from './chat'
import { signInPath, signUp } from './signing-up'
import { useGuestEntry } from './store'

/** Mate for somebody without an account, for a day [1.3b, D42]. */
export function GuestPage() {
  const { t } = useTranslation('guests')
  usePageTitle(t('page'))
  const guestId = useGuest(state => state.guestId)
  const isOver = useGuest(state => state.formerId !== null)
  const failure = useGuestEntry(state => state.failure)
  useEffect(() => {
    if (!isOver) void useGuestEntry.getState().enter()
  }, [isOver])
  return (
    <Panes>
      <Pane as="main">
        <Header isGuest={guestId !== null || isOver} />
        {guestId !== null ? (
          <Chat key={guestId} />
        ) : isOver ? (
          <DayIsOver />
        ) : failure ? (
          <Failed failure={failure} />
        ) : (
          <SkeletonRows label={t('recording.loading')} />
        )}
      </Pane>
    </Panes>
  )
}

/** Offers sign-in and sign-up; if guests are turned off, nothing else remains. */
function Header({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation(['guests', 'mate'])
  const isPhone = useViewport() === 'phone'
  // Renders again when recordings change, because the link names the newest one.
  useGuest(state => state.batchIds)
  return (
    <PaneHeader
      leading={isPhone && <WheelMark size={24} className="shrink-0 text-accent" />}
      title={t('mate:title')}
      subtitle={t('subtitle')}
      actions={
        isGuest && (
          <>
            <LinkButton href={signInPath()} variant="quiet" size="sm">
              {t('signIn')}
            </LinkButton>
            <Button variant="primary" size="sm" onClick={signUp}>
              {t('signUpFree')}
            </Button>
          </>
        )
      }
    />
  )
}

function DayIsOver() {
  const { t } = useTranslation('guests')
  const { isEntering, failure } = useGuestEntry()
  const errorText = useErrorText()
  return (
    <StateBlock
      icon={Hourglass}
      tone="warn"
      title={t('over.title')}
      text={
        <>
          {t('over.text')}
          {failure && (
            <span role="alert" className="block pt-2 text-danger-ink">
              {errorText(failure)}
            </span>
          )}
        </>
      }
      actions={
        <Button
          size="sm"
          variant="primary"
          icon={RefreshCw}
          loading={isEntering}
          onClick={() => void useGuestEntry.getState().enter()}
        >
          {t('over.action')}
        </Button>
      }
    />
  )
}

function Failed({ failure }: { failure: { code: string; message: string } }) {
  const { t } = useTranslation(['guests', 'app'])
  const errorText = useErrorText()
  if (failure.code === 'guest.off') {
    return (
      <StateBlock
        icon={DoorClosed}
        tone="neutral"
        title={t('off.title')}
        text={t('off.text')}
        actions={
          <LinkButton href="#/login" size="sm" variant="primary">
            {t('off.action')}
          </LinkButton>
        }
      />
    )
  }
  return (
    <LoadFailed
      title={t('failed.title')}
      text={errorText(failure)}
      retryLabel={t('app:action.tryAgain')}
      onRetry={() => void useGuestEntry.getState().enter()}
    />
  )
}
