import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from '#shared/contract/meetings/endpoints'
import { proposeSpeakers, type SpeakerProposals } from '#shared/contract/meetings/proposals'
import { useErrorText } from '../../../i18n/texts'
import { call } from '../../../platform/api'
import { clockText } from '../../../platform/clock-text'
import { Button } from '../../../ui/button'
import { useTranscripts } from '../store'

const nothing: SpeakerProposals = { questions: [], names: [] }

/** Proposed names for the unnamed speakers, loaded again after each change of the transcript. */
export function useProposals({ doc_id, version, speakers }: Transcript, isWanted: boolean): SpeakerProposals {
  const [proposals, setProposals] = useState(nothing)
  const isNeeded = isWanted && speakers.some(speaker => speaker.name === null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other proposals.
  useEffect(() => {
    if (!isNeeded) return setProposals(nothing)
    let isLatest = true
    void call(proposeSpeakers, { doc_id }).then(outcome => {
      // Without proposals, names are typed as ever.
      if (isLatest) setProposals(outcome.ok ? outcome.data : nothing)
    })
    return () => {
      isLatest = false
    }
  }, [doc_id, version, isNeeded])
  return proposals
}

interface QuestionProps {
  doc_id: number
  question: SpeakerProposals['questions'][number]
  onNo: () => void
}

/** Asks whether a speaker is somebody. Nobody is named without this answer. */
export function SpeakerQuestion({ doc_id, question: { speaker, name, at }, onNo }: QuestionProps) {
  const { t } = useTranslation('meetings')
  const errorText = useErrorText()
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function confirm() {
    setWorking(true)
    const failure = await useTranscripts.getState().name({ doc_id, speaker, name })
    setWorking(false)
    setError(failure && errorText(failure))
  }
  return (
    <div className="ml-9 grid gap-1.5 rounded-sm bg-accent-soft p-2 text-sm text-accent-ink">
      <p className="wrap-anywhere">
        <strong className="font-semibold">{t('proposal.question', { name })}</strong>{' '}
        {at === null ? t('proposal.left', { name }) : t('proposal.introduced', { time: clockText(at) })}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button
          needsServer
          size="sm"
          variant="primary"
          loading={isWorking}
          aria-label={t('proposal.yesName', { name })}
          onClick={() => void confirm()}
        >
          {t('proposal.yes')}
        </Button>
        <Button size="sm" variant="quiet" aria-label={t('proposal.noName', { name })} onClick={onNo}>
          {t('proposal.no')}
        </Button>
      </span>
      {error && (
        <p role="alert" className="text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

interface NamesProps {
  names: SpeakerProposals['names']
  onChoose: (name: string) => void
}

/** Names to choose instead of typing one, each with its reason. */
export function ProposedNames({ names, onChoose }: NamesProps) {
  const { t } = useTranslation('meetings')
  if (names.length === 0) return null
  return (
    <ul aria-label={t('proposal.names')} className="flex flex-wrap gap-1.5">
      {names.map(({ name, why }) => (
        <li key={name} className="max-w-full">
          <Button needsServer size="sm" title={t(`proposal.why.${why}`)} onClick={() => onChoose(name)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
