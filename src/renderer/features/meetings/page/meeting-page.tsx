import { Lock, Mic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useGuest } from '../../../platform/guest'
import { isSignedIn, useSession } from '../../../platform/session'
import { usePageTitle } from '../../../platform/title'
import { LinkButton } from '../../../ui/button'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { SkeletonRows } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { useCan } from '../../organisations/store'
import { useSignIn } from '../../session/store'
import type { RecordingStatus } from '../recording/channel'
import { runMeetings, useMeeting } from '../recording/meetings'
import { GuestEntrance } from '../slots'
import { RecordForm } from './record-form'
import { RunningCard } from './running-card'
import { UploadCard } from './upload-card'

/** The page that records a meeting or accepts recordings of one [1.13, D40]. */
export function MeetingPage() {
  const { t } = useTranslation(['meetings', 'app'])
  usePageTitle(t('page.title'))
  const isKnown = useSession(isSignedIn)
  const isGuest = useGuest(state => state.guestId !== null)
  const hasAnswered = useHasAnswered()
  if (!hasAnswered) return <SkeletonRows label={t('app:shell.loading')} />
  if (isKnown) return <Recorder />
  return isGuest ? <GuestRecorder /> : <SignedOut />
}

/**
 * Whether the server has said what it does with recordings, or cannot. What the page says of that is above its buttons,
 * which would move.
 */
function useHasAnswered(): boolean {
  const [hasAnswered, setAnswered] = useState(() => useSignIn.getState().options !== null)
  useEffect(() => {
    if (!hasAnswered)
      void useSignIn
        .getState()
        .loadOptions()
        .then(() => setAnswered(true))
  }, [hasAnswered])
  return hasAnswered
}

/** If the server takes guests, visitors of this page become one [D40]. */
function SignedOut() {
  const { t } = useTranslation('meetings')
  const takesGuests = useSignIn(state => state.options?.guests ?? false)
  return takesGuests ? (
    <GuestEntrance title={t('signedOut.title')}>
      <SignInFirst />
    </GuestEntrance>
  ) : (
    <SignInFirst />
  )
}

function SignInFirst() {
  const { t } = useTranslation('meetings')
  return (
    <main className="flex h-full bg-surface-0">
      <StateBlock
        icon={Mic}
        headingLevel={1}
        title={t('signedOut.title')}
        text={t('signedOut.text')}
        actions={
          <LinkButton href="#/login" variant="primary" size="sm">
            {t('signedOut.action')}
          </LinkButton>
        }
      />
    </main>
  )
}

/** The recorder for guests. Files are uploaded to Mate instead, and only the guest sees the recording. */
function GuestRecorder() {
  const { t } = useTranslation(['meetings', 'app'])
  const navigate = useNavigate()
  const shown = useMeeting(state => state.shown)
  useEffect(() => void runMeetings().restore(), [])
  return (
    <Pane as="main" kind="canvas">
      <PaneHeader
        title={t('page.title')}
        back={{ label: t('app:nav.chat'), onPress: () => void navigate('/chat-guest') }}
      />
      <PaneBody padded>
        <div className="mx-auto grid max-w-measure gap-4">
          {shown && !isFreeWith(shown) ? (
            <RunningCard shown={shown} isGuest />
          ) : (
            <RecordForm isAsking={shown?.state === 'asking'} isGuest />
          )}
          <p className="text-sm text-muted">{t('guest.note')}</p>
        </div>
      </PaneBody>
    </Pane>
  )
}

/** Whether another recording can be started. */
const isFreeWith = ({ state }: RecordingStatus) => state === 'idle' || state === 'done' || state === 'asking'

function Recorder() {
  const { t } = useTranslation('meetings')
  const navigate = useNavigate()
  const canCreate = useCan('logbooks.create')
  const shown = useMeeting(state => state.shown)
  useEffect(() => void runMeetings().restore(), [])
  const isFree = !shown || isFreeWith(shown)
  return (
    <Pane as="main" kind="canvas">
      <PaneHeader title={t('page.title')} back={{ label: t('page.back'), onPress: () => void navigate('/docs') }} />
      {canCreate || !isFree ? (
        <PaneBody padded>
          <div className="mx-auto grid max-w-measure gap-4">
            {isFree ? <RecordForm isAsking={shown?.state === 'asking'} /> : <RunningCard shown={shown} />}
            {canCreate && <UploadCard />}
          </div>
        </PaneBody>
      ) : (
        <StateBlock icon={Lock} tone="neutral" title={t('page.forbidden')} text={t('page.forbiddenText')} />
      )}
    </Pane>
  )
}
