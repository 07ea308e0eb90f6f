import { Info, Link2, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from '#shared/contract/meetings/endpoints'
import { useAction } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { Drawer } from '../../../ui/drawer'
import { IconButton } from '../../../ui/icon-button'
import { useMedia } from '../../../ui/use-media'
import { ExportMenu } from './export-menu'
import { useCopyMoment, useMomentInAddress } from './moment-link'
import { PlayerBar } from './player-bar'
import { found } from './search'
import { SearchField } from './search-field'
import { SegmentList } from './segment-list'
import { SpeakerLanes } from './speaker-lanes'
import { SpeakersPanel } from './speakers-panel'
import { TopicList } from './topic-list'
import { usePlayer } from './use-player'

interface Props {
  transcript: Transcript
  told_at: number
  hasWords: boolean
  name: string
  summary: ReactNode
  editable: boolean
}

/** A transcript to read, play and correct. */
export function Reading({ transcript, told_at, hasWords, name, summary, editable }: Props) {
  const { t } = useTranslation(['meetings', 'app'])
  const { doc_id, files, duration_seconds: duration, speakers, segments, topics } = transcript
  const { player, audio } = usePlayer({ doc_id, files, told_at, hasKeys: true })
  const isWide = useMedia('(min-width: 1200px)')
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [hit, setHit] = useState(0)
  const hits = found(segments, query)
  const shownHit = hits.length === 0 ? null : (hits[hit % hits.length] ?? null)
  const [start, setStart] = useState<number | null>(null)
  const place = useMomentInAddress()
  const placed = useRef<number | null>(null)
  useEffect(() => {
    if (place === null || placed.current === place) return
    placed.current = place
    player.seek(place)
    setStart(place)
  }, [place, player])
  const [chosen, setChosen] = useState<{ start: number } | null>(null)
  const topicList = topics.length > 0 && (
    <TopicList
      topics={topics}
      player={player}
      onShow={begin => {
        player.seek(begin)
        setChosen({ start: begin })
      }}
    />
  )
  const copyMoment = useCopyMoment(doc_id)
  const copyCurrent = () => copyMoment(player.now.time)
  useAction({ label: t('moment.copy'), group: t('transcript.label') }, copyCurrent)

  const panel = <SpeakersPanel transcript={transcript} editable={editable} />
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="grid shrink-0 gap-2.5 border-b border-line px-5 py-3 max-md:px-4">
          {/* biome-ignore lint/a11y/useMediaCaption: the transcript below contains the words. */}
          <audio ref={audio} preload="none" />
          <PlayerBar player={player} duration={duration} />
          <SpeakerLanes player={player} duration={duration} speakers={speakers} segments={segments} topics={topics} />
          <div className="flex flex-wrap items-center gap-2">
            {hasWords && (
              <SearchField
                query={query}
                count={hits.length}
                at={hits.length === 0 ? 0 : (hit % hits.length) + 1}
                onQuery={next => {
                  setQuery(next)
                  setHit(0)
                }}
                onMove={by => setHit((hit + by + hits.length) % Math.max(1, hits.length))}
              />
            )}
            {!hasWords && (
              <p className="flex min-w-0 flex-1 basis-56 gap-1.5 text-sm text-muted">
                <Info size={16} className="mt-px shrink-0" />
                {t('transcript.noWords')}
              </p>
            )}
            <span className="ml-auto flex items-center gap-2">
              {!isWide && (
                <Button size="sm" icon={Users} onClick={() => setPanelOpen(true)}>
                  {t('speaker.count', { count: speakers.length })}
                </Button>
              )}
              <IconButton icon={Link2} label={t('moment.copy')} onClick={copyCurrent} />
              <ExportMenu transcript={transcript} name={name} />
            </span>
          </div>
        </div>
        <SegmentList
          transcript={transcript}
          player={player}
          summary={
            topicList && !isWide ? (
              <div className="grid gap-4">
                {summary}
                {topicList}
              </div>
            ) : (
              summary
            )
          }
          query={query}
          hit={shownHit}
          start={start}
          chosen={chosen}
          editable={editable}
          onCopyLink={copyMoment}
        />
      </div>
      {isWide && (
        <aside
          aria-label={t('speaker.panel')}
          className="grid w-drawer-narrow shrink-0 content-start gap-5 overflow-y-auto border-l border-line p-4"
        >
          {topicList}
          {panel}
        </aside>
      )}
      {!isWide && (
        <Drawer
          open={isPanelOpen}
          onClose={() => setPanelOpen(false)}
          title={t('speaker.panel')}
          closeLabel={t('app:action.close')}
        >
          {panel}
        </Drawer>
      )}
    </div>
  )
}
