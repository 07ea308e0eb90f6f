import { Lock, Mic } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isSignedIn, useSession } from '../../../platform/session'
import { usePageTitle } from '../../../platform/title'
import { LinkButton } from '../../../ui/button'
import { Pane, PaneBody, PaneHeader } from '../../../ui/pane'
import { StateBlock } from '../../../ui/state-block'
import { useCan } from '../../organisations/store'
import { runMeetings, useMeeting } from '../recording/meetings'
import { RecordForm } from './record-form'
import { RunningCard } from './running-card'
import { UploadCard } from './upload-card'

/** Records a meeting, or takes recordings of one [1.13, D40]. */
export function MeetingPage() {
  const { t } = useTranslation('meetings')
  usePageTitle(t('page.title'))
  const isKnown = useSession(isSignedIn)
  return isKnown ? <Recorder /> : <SignedOut />
}

function SignedOut() {
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

function Recorder() {
  const { t } = useTranslation('meetings')
  const navigate = useNavigate()
  const canCreate = useCan('logbooks.create')
  const shown = useMeeting(state => state.shown)
  useEffect(() => void runMeetings().restore(), [])
  const isFree = !shown || shown.state === 'idle' || shown.state === 'done' || shown.state === 'asking'
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
