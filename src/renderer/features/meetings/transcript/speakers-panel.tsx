import { Merge, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Speaker, Transcript } from '#shared/contract/meetings/endpoints'
import { meetings as limits } from '#shared/contract/meetings/limits'
import type { SpeakerProposals } from '#shared/contract/meetings/proposals'
import { useErrorText } from '../../../i18n/texts'
import { clockText } from '../../../platform/clock-text'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/field'
import { IconButton } from '../../../ui/icon-button'
import { Menu } from '../../../ui/menu'
import { useTranscripts } from '../store'
import { ProposedNames, SpeakerQuestion, useProposals } from './proposals'
import { SpeakerMark } from './speaker-mark'
import { useSpeakerName } from './speakers'

interface Props {
  transcript: Transcript
  editable: boolean
  /** Whether speakers can be merged. */
  canMerge?: boolean
}

/** All speakers with their speaking time and name. A name applies to the whole recording. */
export function SpeakersPanel({ transcript, editable, canMerge = editable }: Props) {
  const { t } = useTranslation('meetings')
  const [naming, setNaming] = useState<number | null>(null)
  const [merging, setMerging] = useState<{ from: Speaker; into: Speaker } | null>(null)
  const { doc_id, speakers } = transcript
  // A recording inside other content is that of a guest, who knows nobody here.
  const { questions, names } = useProposals(transcript, editable && canMerge)
  const [refused, setRefused] = useState<readonly string[]>([])
  const questionOf = (speaker: Speaker) =>
    questions.find(question => question.speaker === speaker.speaker && !refused.includes(keyOf(question)))
  return (
    <section aria-label={t('speaker.panel')} className="grid gap-3">
      <h2 className="text-xs font-semibold text-muted">{t('speaker.count', { count: speakers.length })}</h2>
      <ul className="grid gap-1">
        {speakers.map(speaker => (
          <li key={speaker.speaker}>
            {naming === speaker.speaker ? (
              <NameForm transcript={transcript} speaker={speaker} names={names} onClose={() => setNaming(null)} />
            ) : (
              <Row
                transcript={transcript}
                speaker={speaker}
                editable={editable}
                canMerge={canMerge}
                onName={() => setNaming(speaker.speaker)}
                onMerge={into => setMerging({ from: speaker, into })}
              />
            )}
            {naming !== speaker.speaker && (
              <Question doc_id={doc_id} question={questionOf(speaker)} onNo={key => setRefused([...refused, key])} />
            )}
          </li>
        ))}
      </ul>
      {merging && <MergeDialog doc_id={transcript.doc_id} {...merging} onClose={() => setMerging(null)} />}
    </section>
  )
}

const keyOf = ({ speaker, name }: SpeakerProposals['questions'][number]) => `${speaker} ${name}`

interface QuestionProps {
  doc_id: number
  question: SpeakerProposals['questions'][number] | undefined
  onNo: (key: string) => void
}

function Question({ doc_id, question, onNo }: QuestionProps) {
  if (!question) return null
  return <SpeakerQuestion doc_id={doc_id} question={question} onNo={() => onNo(keyOf(question))} />
}

interface RowProps {
  transcript: Transcript
  speaker: Speaker
  editable: boolean
  canMerge: boolean
  onName: () => void
  onMerge: (into: Speaker) => void
}

function Row({ transcript, speaker, editable, canMerge, onName, onMerge }: RowProps) {
  const { t } = useTranslation('meetings')
  const nameOf = useSpeakerName()
  const name = nameOf(speaker)
  const others = transcript.speakers.filter(other => other.speaker !== speaker.speaker)
  return (
    <div className="flex items-center gap-2.5 py-1">
      <SpeakerMark speaker={speaker} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted tabular-nums">
          {t('speaker.seconds', { time: clockText(speaker.seconds) })}
        </span>
      </span>
      {editable && (
        <>
          <IconButton icon={Pencil} size="sm" label={t('speaker.rename', { name })} onClick={onName} />
          {canMerge && others.length > 0 && (
            <Menu
              label={t('speaker.merge', { name })}
              align="end"
              entries={others.map(other => ({
                label: nameOf(other),
                leading: <SpeakerMark speaker={other} size={18} />,
                onSelect: () => onMerge(other),
              }))}
            >
              {trigger => <IconButton {...trigger} icon={Merge} size="sm" label={t('speaker.merge', { name })} />}
            </Menu>
          )}
        </>
      )}
    </div>
  )
}

interface NameFormProps {
  transcript: Transcript
  speaker: Speaker
  names: SpeakerProposals['names']
  onClose: () => void
}

function NameForm({ transcript, speaker, names, onClose }: NameFormProps) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(speaker.name ?? '')
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => field.current?.select(), [])
  async function save(chosen = name) {
    setWorking(true)
    const { doc_id } = transcript
    const failure = await useTranscripts
      .getState()
      .name({ doc_id, speaker: speaker.speaker, name: chosen.trim() === '' ? null : chosen.trim() })
    setWorking(false)
    if (!failure) onClose()
    else setError(failure.code === 'transcript.stale' ? t('segment.stale') : errorText(failure))
  }
  return (
    <form
      className="grid gap-2 py-1"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        ref={field}
        label={t('speaker.name')}
        hint={t('speaker.nameHint')}
        maxLength={limits.speakerName}
        autoComplete="off"
        value={name}
        error={error}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      <ProposedNames names={names} onChoose={chosen => void save(chosen)} />
      <span className="flex gap-2">
        <Button needsServer type="submit" size="sm" variant="primary" loading={isWorking}>
          {t('speaker.save')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          {t('app:action.cancel')}
        </Button>
      </span>
    </form>
  )
}

interface MergeProps {
  doc_id: number
  from: Speaker
  into: Speaker
  onClose: () => void
}

function MergeDialog({ doc_id, from, into, onClose }: MergeProps) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const nameOf = useSpeakerName()
  const names = { from: nameOf(from), into: nameOf(into) }
  return (
    <ConfirmDialog
      title={t('mergeSpeakers.title', names)}
      text={t('mergeSpeakers.text', names)}
      confirmLabel={t('mergeSpeakers.confirm')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onClose={onClose}
      onConfirm={async () => {
        const failure = await useTranscripts
          .getState()
          .mergeSpeakers({ doc_id, from: from.speaker, into: into.speaker })
        if (failure) return failure.code === 'transcript.stale' ? t('segment.stale') : errorText(failure)
        onClose()
        return null
      }}
    />
  )
}
