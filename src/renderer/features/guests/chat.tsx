import { Mic } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guests as limits } from '#shared/limits'
import { useFileSize } from '../../platform/file-size'
import { useGuest } from '../../platform/guest'
import { LinkButton } from '../../ui/button'
import { SkeletonRows } from '../../ui/skeleton'
import { useFileDrop } from '../../ui/use-file-drop'
import { useViewport } from '../../ui/use-media'
import { type ConversationLooks, MateConversation } from '../mate/slots'
import { useTranscripts } from '../meetings/store'
import { useKnowsWords } from '../session/store'
import { useCitations } from './citations'
import { AttachButton, GuestUploads, useTakeFiles } from './files'
import { RecordingTurn } from './recording-turn'
import { useGuestRecordings } from './store'
import { followRecordings } from './subscriptions'

/** A guest's conversation: recordings and messages, and the composer for both. */
export function Chat() {
  const { t } = useTranslation(['guests', 'mate', 'app'])
  const isPhone = useViewport() === 'phone'
  const container = useRef<HTMLDivElement>(null)
  const batchIds = useGuest(state => state.batchIds)
  const known = useGuestRecordings(state => state.known)
  const topic = useTopic()
  const files = useTakeFiles()
  const drag = useFileDrop(container, files.take)
  const params = useCitations(container)
  const [openedAt] = useState(() => new Date().toISOString())
  useEffect(() => followRecordings(), [])

  const beside = useMemo(
    () =>
      batchIds.map(batch_id => {
        const { recording } = known[batch_id] ?? {}
        const isWished = params !== null && params.doc_id === recording?.doc_id
        return {
          key: batch_id,
          at: recording?.uploaded_at ?? openedAt,
          draw: (looks: ConversationLooks) => (
            <RecordingTurn batch_id={batch_id} params={isWished ? params : null} looks={looks} />
          ),
        }
      }),
    [batchIds, known, openedAt, params],
  )
  return (
    <div ref={container} className="flex min-h-0 flex-1 flex-col">
      <Suspense fallback={<SkeletonRows label={t('app:shell.loading')} />}>
        <MateConversation
          greeting={<Welcome />}
          beside={beside}
          topic={topic}
          composer={{
            placeholder: t(isPhone ? 'mate:composer.label' : 'composer.placeholder'),
            above: <GuestUploads problem={files.problem} isDragged={drag !== null} />,
            actions: <AttachButton onFiles={files.take} />,
          }}
        />
      </Suspense>
    </div>
  )
}

/** Changes whenever a recording is done, because then other questions can be asked. */
function useTopic(): string {
  const batchIds = useGuest(state => state.batchIds)
  const known = useGuestRecordings(state => state.known)
  const opened = useTranscripts(state => state.opened)
  return batchIds
    .filter(id => {
      const doc_id = known[id]?.recording?.doc_id
      return doc_id !== undefined && opened[doc_id]?.status?.stage === 'done'
    })
    .join()
}

function Welcome() {
  const { t } = useTranslation('guests')
  const size = useFileSize()
  const knowsWords = useKnowsWords()
  return (
    <>
      <h2 className="mt-3 text-xl font-semibold tracking-tight text-balance">{t('greeting.title')}</h2>
      <p className="mt-1 max-w-[420px] text-balance text-muted">
        {t(knowsWords ? 'greeting.text' : 'greeting.textNoWords')}
      </p>
      <p className="mt-1 mb-4 max-w-[420px] text-sm text-balance text-muted">
        {t('limits', {
          questions: limits.messagesPerHour,
          recordings: limits.recordings,
          size: size(limits.fileBytes),
        })}
      </p>
      <LinkButton href="#/meeting" icon={Mic} className="mb-5">
        {t('greeting.record')}
      </LinkButton>
    </>
  )
}
