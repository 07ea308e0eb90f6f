import { Ellipsis, Link2, Merge, Pencil, UserRoundPen } from 'lucide-react'
import { type RefCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Segment, Transcript } from '#shared/contract/meetings/endpoints'
import { meetings as limits } from '#shared/contract/meetings/limits'
import { useErrorText } from '../../../i18n/texts'
import { clockText } from '../../../platform/clock-text'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuEntry } from '../../../ui/menu'
import { type Failure, useTranscripts } from '../store'
import type { Player } from './player'
import { piecesOf } from './search'
import { SegmentEditor } from './segment-editor'
import { SpeakerMark } from './speaker-mark'
import { useSpeakerName } from './speakers'

interface Props {
  transcript: Transcript
  segment: Segment
  index: number
  player: Player
  query: string
  isCurrent: boolean
  isHit: boolean
  /** Receives the element of the segment that the address leads to; null for the others. */
  linkedRef: RefCallback<HTMLElement> | null
  editable: boolean
  isEditing: boolean
  onEdit: (isOpen: boolean) => void
  onHear: () => void
  onCopyLink?: (seconds: number) => void
}

/** A segment: the uninterrupted words of one person. Its time is the button that plays it. */
export function SegmentRow(props: Props) {
  const { t } = useTranslation('meetings')
  const { transcript, segment, index, player, query, isCurrent, isHit, linkedRef, editable, isEditing } = props
  const { onEdit, onHear, onCopyLink } = props
  const nameOf = useSpeakerName()
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const speaker = transcript.speakers.find(candidate => candidate.speaker === segment.speaker) ?? {
    ...segment,
    name: null,
  }
  const name = nameOf(speaker)
  const time = clockText(segment.start)
  const act = async (calling: Promise<Failure | null>) => {
    const failure = await calling
    setError(failure && errorText(failure))
  }
  return (
    <article
      aria-label={t('segment.label', { name, time })}
      aria-current={isCurrent || undefined}
      {...(linkedRef && { ref: linkedRef, tabIndex: -1 })}
      className={cx(
        'group flex gap-3 border-l-2 py-2.5 pr-1 pl-3',
        isCurrent ? 'border-accent bg-accent-soft' : isHit ? 'border-warn bg-warn-soft' : 'border-transparent',
      )}
    >
      <SpeakerMark speaker={speaker} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <strong className="min-w-0 truncate font-semibold">{name}</strong>
          <button
            type="button"
            data-print
            aria-label={t('segment.hear', { time })}
            onClick={onHear}
            className="shrink-0 rounded-xs px-1 text-xs text-accent tabular-nums hover:underline pointer-coarse:min-h-6"
          >
            {time}
          </button>
          {linkedRef && (
            <span className="flex shrink-0 items-center gap-1 text-xs text-accent">
              <Link2 size={13} />
              {t('moment.linked')}
            </span>
          )}
          {segment.is_edited && <span className="shrink-0 text-xs text-muted">{t('segment.edited')}</span>}
        </p>
        {isEditing ? (
          <SegmentEditor transcript={transcript} segment={segment} player={player} onClose={() => onEdit(false)} />
        ) : segment.text ? (
          <p className="text-md wrap-anywhere whitespace-pre-wrap">
            <HighlightedText text={segment.text} query={query} />
          </p>
        ) : (
          <p className="text-sm text-muted">
            {t('segment.lasts', { time: clockText(Math.max(1, segment.end - segment.start)) })}
          </p>
        )}
        {error && (
          <p role="alert" className="pt-1 text-sm text-danger-ink">
            {error}
          </p>
        )}
      </div>
      {(editable || onCopyLink) && !isEditing && (
        <Menu
          label={t('segment.more', { time })}
          align="end"
          entries={entriesOf(props, {
            copyLink: onCopyLink && (() => onCopyLink(segment.start)),
            edit: () => onEdit(true),
            speak: to => void act(useTranscripts.getState().change({ ...idsOf(props), speaker: to })),
            join: () => void act(useTranscripts.getState().join(idsOf(props))),
            texts: {
              copyLink: t('moment.copy'),
              edit: t('segment.edit'),
              join: t('segment.join'),
              speaker: t('segment.speaker'),
              newSpeaker: t('segment.newSpeaker'),
            },
            nameOf,
            isLast: index === transcript.segments.length - 1,
          })}
        >
          {trigger => <IconButton {...trigger} icon={Ellipsis} size="sm" label={t('segment.more', { time })} />}
        </Menu>
      )}
    </article>
  )
}

const idsOf = ({ transcript, segment }: Props) => ({ doc_id: transcript.doc_id, segment_id: segment.segment_id })

interface Acts {
  copyLink: (() => void) | undefined
  edit: () => void
  speak: (speaker: number) => void
  join: () => void
  texts: Record<'copyLink' | 'edit' | 'join' | 'speaker' | 'newSpeaker', string>
  nameOf: ReturnType<typeof useSpeakerName>
  isLast: boolean
}

function entriesOf(props: Props, acts: Acts): MenuEntry[] {
  const { copyLink, texts } = acts
  const editing = props.editable ? editingEntries(props, acts) : []
  if (!copyLink) return editing
  const copyEntry: MenuEntry = { label: texts.copyLink, icon: Link2, onSelect: copyLink }
  return editing.length > 0 ? [...editing, { kind: 'separator' }, copyEntry] : [copyEntry]
}

function editingEntries(
  { transcript, segment }: Props,
  { edit, speak, join, texts, nameOf, isLast }: Acts,
): MenuEntry[] {
  const next = Math.max(...transcript.speakers.map(speaker => speaker.speaker)) + 1
  return [
    { label: texts.edit, icon: Pencil, onSelect: edit },
    ...(isLast ? [] : [{ label: texts.join, icon: Merge, needsServer: true, onSelect: join }]),
    { kind: 'separator' },
    {
      kind: 'choice',
      label: texts.speaker,
      options: transcript.speakers.map(speaker => ({
        label: nameOf(speaker),
        checked: speaker.speaker === segment.speaker,
        needsServer: true,
        onSelect: () => speak(speaker.speaker),
      })),
    },
    ...(next <= limits.speakers
      ? [{ label: texts.newSpeaker, icon: UserRoundPen, needsServer: true, onSelect: () => speak(next) }]
      : []),
  ]
}

function HighlightedText({ text, query }: { text: string; query: string }) {
  const pieces = piecesOf(text, query)
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their position.
      <mark key={index} className="rounded-xs bg-warn-soft text-warn-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
