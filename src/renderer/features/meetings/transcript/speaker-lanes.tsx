import { type PointerEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Segment, Speaker, Topic } from '#shared/contract/meetings/endpoints'
import { clockText } from '../../../platform/clock-text'
import type { Player } from './player'
import { SpeakerMark } from './speaker-mark'
import { toneOf, useSpeakerName } from './speakers'
import { usePlaying } from './use-player'

const width = 1000

interface Props {
  player: Player
  duration: number
  speakers: readonly Speaker[]
  segments: readonly Segment[]
  /** Each is marked where it begins. */
  topics: readonly Topic[]
}

/** Shows who spoke when, with a lane for each speaker. Clicking plays; the keyboard uses the player's own slider. */
export function SpeakerLanes({ player, duration, speakers, segments, topics }: Props) {
  const { t } = useTranslation('meetings')
  const nameOf = useSpeakerName()
  const { time } = usePlaying(player)
  const long = Math.max(1, duration)
  const paths = useMemo(() => pathsOf(segments, long), [segments, long])
  const playAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    if (wide > 0) player.seek(((event.clientX - left) / wide) * long)
  }
  if (speakers.length === 0) return null
  const summary = speakers
    .map(speaker => t('lanes.one', { name: nameOf(speaker), time: clockText(speaker.seconds) }))
    .join(', ')
  return (
    <div className="flex max-h-40 gap-2 overflow-y-auto" role="img" aria-label={t('lanes.label', { summary })}>
      <span className="grid shrink-0 gap-1">
        {speakers.map(speaker => (
          <SpeakerMark key={speaker.speaker} speaker={speaker} size={18} />
        ))}
      </span>
      <span className="relative grid min-w-0 flex-1 cursor-pointer gap-1 self-start" onPointerDown={playAt}>
        {speakers.map(({ speaker }) => (
          <svg
            key={speaker}
            viewBox={`0 0 ${width} 18`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-[18px] w-full rounded-xs bg-track"
          >
            <path d={paths.get(speaker)} className={toneOf(speaker).mark} />
          </svg>
        ))}
        {topics.map(({ start }) => (
          <span
            key={start}
            className="pointer-events-none absolute inset-y-0 w-px bg-strong"
            style={{ left: `${Math.min(100, (start / long) * 100)}%` }}
          />
        ))}
        <span
          className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent"
          style={{ left: `${Math.min(100, (time / long) * 100)}%` }}
        />
      </span>
    </div>
  )
}

/** Draws one path per speaker, however often they speak. */
function pathsOf(segments: readonly Segment[], long: number): Map<number, string> {
  const paths = new Map<number, string>()
  for (const { speaker, start, end } of segments) {
    const from = ((start / long) * width).toFixed(1)
    const wide = Math.max(1, ((end - start) / long) * width).toFixed(1)
    paths.set(speaker, `${paths.get(speaker) ?? ''}M${from} 3h${wide}v12h-${wide}z`)
  }
  return paths
}
