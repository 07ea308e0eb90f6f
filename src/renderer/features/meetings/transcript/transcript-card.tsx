import { ChevronDown, Users } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from '#shared/contract/meetings/endpoints'
import { Button } from '../../../ui/button'
import type { TranscriptCardProps } from '../slots'
import { useTranscripts } from '../store'
import type { Player } from './player'
import { PlayerBar } from './player-bar'
import { Progress } from './progress'
import { SegmentList } from './segment-list'
import { SpeakersPanel } from './speakers-panel'
import { usePlayer } from './use-player'

/** A recording inside other content: its progress, then its transcript, sound and speakers. */
export function TranscriptCard({ doc_id, params }: TranscriptCardProps) {
  const { status, transcript, told_at = 0 } = useTranscripts(state => state.opened[doc_id]) ?? {}
  if (!status) return null
  const isThere = transcript && status.stage === 'done'
  return (
    <div className="w-full min-w-0 overflow-hidden rounded-md border border-line bg-surface-1">
      {isThere ? (
        <Card transcript={transcript} told_at={told_at} rowHeight={status.has_words ? 84 : 56} params={params} />
      ) : (
        <Progress status={status} editable />
      )}
    </div>
  )
}

interface CardProps {
  transcript: Transcript
  told_at: number
  /** The approximate height of a segment. */
  rowHeight: number
  params: TranscriptCardProps['params']
}

function Card({ transcript, told_at, rowHeight, params }: CardProps) {
  const { t } = useTranslation('meetings')
  const { doc_id, files, duration_seconds: duration, speakers, segments } = transcript
  const { player, audio } = usePlayer({ doc_id, files, told_at, hasKeys: false })
  const [isPanelOpen, setPanelOpen] = useState(false)
  const panelId = useId()
  useOneAtATime(player)
  useEffect(() => {
    if (params) player.playFrom(params.at)
  }, [params, player])
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript below contains the words. */}
      <audio ref={audio} preload="none" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-1.5 pr-3 pl-4">
        <h3 className="text-sm font-semibold">{t('transcript.label')}</h3>
        <Button
          size="sm"
          icon={isPanelOpen ? ChevronDown : Users}
          aria-expanded={isPanelOpen}
          aria-controls={panelId}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          {t('speaker.count', { count: speakers.length })}
        </Button>
        <div className="min-w-0 flex-1 basis-52">
          <PlayerBar player={player} duration={duration} isSmall />
        </div>
      </div>
      <div id={panelId} hidden={!isPanelOpen} className="border-b border-line px-4 py-3">
        {isPanelOpen && <SpeakersPanel transcript={transcript} editable canMerge={false} />}
      </div>
      {/* As high as its content, up to a limit. */}
      <div className="flex flex-col" style={{ height: `min(${segments.length * rowHeight + 16}px, 24rem)` }}>
        <SegmentList
          transcript={transcript}
          player={player}
          summary={null}
          query=""
          hit={null}
          start={null}
          editable={false}
          isSmall
        />
      </div>
    </>
  )
}

let playing: Player | null = null

/** Pauses the other players on a page when one starts to play. */
function useOneAtATime(player: Player): void {
  useEffect(() => {
    const stop = player.subscribe(() => {
      if (!player.now.isPlaying || playing === player) return
      playing?.pause()
      playing = player
    })
    return () => {
      stop()
      if (playing === player) playing = null
    }
  }, [player])
}
