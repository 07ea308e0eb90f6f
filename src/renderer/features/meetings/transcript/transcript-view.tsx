import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/texts'
import { LoadFailed } from '../../../ui/load-failed'
import { PaneBody } from '../../../ui/pane'
import { SkeletonRows } from '../../../ui/skeleton'
import type { TranscriptCardProps } from '../slots'
import { useTranscripts } from '../store'
import { Progress } from './progress'
import { Reading } from './reading'
import { TranscriptCard } from './transcript-card'

/** A transcript inside other content. Exported here so that both load as one chunk. */
export function TranscriptWithin(props: TranscriptCardProps) {
  return <TranscriptCard {...props} />
}

interface Props {
  doc_id: number
  name: string
  summary: (hasWords: boolean) => ReactNode
  editable: boolean
}

/** A recording: its progress, then its transcript [D24]. */
export function TranscriptView({ doc_id, name, summary, editable }: Props) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const opened = useTranscripts(state => state.opened[doc_id])
  useEffect(() => void useTranscripts.getState().open(doc_id), [doc_id])
  const { transcript, status, failure, told_at = 0 } = opened ?? {}

  if (transcript && status?.stage === 'done') {
    return (
      <Reading
        transcript={transcript}
        told_at={told_at}
        hasWords={status.has_words}
        name={name}
        summary={summary(transcript.segments.some(segment => segment.text !== ''))}
        editable={editable}
      />
    )
  }
  if (status && status.stage !== 'done') return <Progress status={status} editable={editable} />
  if (failure) {
    return (
      <LoadFailed
        title={t('transcript.failed')}
        text={errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useTranscripts.getState().open(doc_id)}
      />
    )
  }
  return (
    <PaneBody>
      <SkeletonRows label={t('transcript.loading')} />
    </PaneBody>
  )
}
