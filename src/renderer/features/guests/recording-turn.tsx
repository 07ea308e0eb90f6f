import { AudioLines } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestRecording } from '#shared/contract/guests/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFileSize } from '../../platform/file-size'
import { useFormat } from '../../platform/format'
import { useGuest } from '../../platform/guest'
import { Button } from '../../ui/button'
import { RichText } from '../../ui/rich-text'
import { Loading, Skeleton } from '../../ui/skeleton'
import type { ConversationLooks } from '../mate/slots'
import { TranscriptCard } from '../meetings/slots'
import { useTranscripts } from '../meetings/store'
import { useGuestRecordings } from './store'

interface Props {
  batch_id: string
  /** The position to play; a new object plays again. */
  params: { at: number } | null
  looks: ConversationLooks
}

/** A recording that the guest uploaded, and Mate's results [1.5b]. */
export function RecordingTurn({ batch_id, params, looks }: Props) {
  const { recording, failure } = useGuestRecordings(state => state.known[batch_id]) ?? {}
  if (recording) return <FinishedRecording recording={recording} params={params} looks={looks} />
  return failure ? <FailedRecording batch_id={batch_id} failure={failure} /> : <PendingRecording />
}

function FinishedRecording({ recording, params, looks }: Omit<Props, 'batch_id'> & { recording: GuestRecording }) {
  const { t } = useTranslation(['guests', 'mate'])
  const { time } = useFormat()
  const place = useRef<HTMLDivElement>(null)
  const opened = useTranscripts(state => state.opened[recording.doc_id])
  const { stage, has_words } = opened?.status ?? recording
  const speakers = opened?.transcript?.speakers.length ?? 0
  useEffect(() => {
    if (params) place.current?.scrollIntoView({ block: 'nearest' })
  }, [params])
  const beside =
    stage === 'done'
      ? t('recording.found', { count: speakers })
      : t(stage === 'failed' ? 'recording.failed' : 'recording.listening')
  return (
    <>
      <Bubble recording={recording} className={looks.ofPerson} seconds={opened?.transcript?.duration_seconds ?? null} />
      {/* The card shows the progress; completion is announced here. */}
      <p role="status" className="sr-only">
        {stage === 'done' && `${t('mate:title')} ${beside}`}
      </p>
      <looks.MateTurn
        label={t('mate:turn.mate', { time: time(recording.updated_at) })}
        beside={<span className="text-xs text-muted">{beside}</span>}
      >
        {stage === 'done' && (
          <>
            <p>{t(has_words ? 'recording.withWords' : 'recording.withoutWords')}</p>
            {recording.summary !== '' && <RichText>{recording.summary}</RichText>}
          </>
        )}
        <div ref={place} className="w-full">
          <TranscriptCard doc_id={recording.doc_id} params={params} />
        </div>
      </looks.MateTurn>
    </>
  )
}

interface BubbleProps {
  recording: GuestRecording
  seconds: number | null
  className: string
}

function Bubble({ recording, seconds, className }: BubbleProps) {
  const { t } = useTranslation('guests')
  const { time } = useFormat()
  const size = useFileSize()
  const length = useLength()
  const { files, uploaded_at } = recording
  const bytes = files.reduce((sum, file) => sum + file.file_size, 0)
  const known = files.map(file => file.file_metadata.duration_seconds)
  const lasts =
    seconds ?? (known.includes(null) ? null : known.reduce((sum: number, duration) => sum + (duration ?? 0), 0))
  const facts = [lasts === null ? null : length(lasts), size(bytes)].filter(fact => fact !== null)
  return (
    <article
      data-turn
      aria-label={t('recording.label', { time: time(uploaded_at) })}
      className={`${className} flex items-center gap-3`}
    >
      <AudioLines size={20} className="shrink-0" />
      <div className="min-w-0">
        {files.map(file => (
          <p key={file.file_id} className="text-md font-medium">
            {file.file_name}
          </p>
        ))}
        <p className="text-sm text-muted tabular-nums">{facts.join(', ')}</p>
      </div>
    </article>
  )
}

/** Formats a length in words: "38 min 12 s". */
function useLength(): (seconds: number) => string {
  const { t } = useTranslation('guests')
  return lasts => {
    const whole = Math.round(lasts)
    const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    if (hours > 0) return t('length.hours', { hours, minutes })
    return minutes > 0 ? t('length.minutes', { minutes, seconds }) : t('length.seconds', { seconds })
  }
}

function PendingRecording() {
  const { t } = useTranslation('guests')
  return (
    <Loading label={t('recording.loading')}>
      <Skeleton width="44%" height={54} className="ml-auto rounded-[14px]" />
    </Loading>
  )
}

function FailedRecording({ batch_id, failure }: { batch_id: string; failure: { code: string; message: string } }) {
  const { t } = useTranslation('guests')
  const errorText = useErrorText()
  const isGone = failure.code === 'guest.not_found'
  return (
    <div data-turn className="flex flex-wrap items-center justify-end gap-2 text-sm text-muted">
      <p role="alert">{isGone ? t('recording.gone') : `${t('recording.readFailed')} ${errorText(failure)}`}</p>
      {isGone && (
        <Button size="sm" onClick={() => useGuest.getState().drop(batch_id)}>
          {t('recording.remove')}
        </Button>
      )}
    </div>
  )
}
