import { Scissors } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Segment, Transcript } from '#shared/contract/meetings/endpoints'
import { meetings as limits } from '#shared/contract/meetings/limits'
import { useErrorText } from '../../../i18n/texts'
import { Dictate } from '../../../platform/dictate'
import { useDraft } from '../../../platform/drafts'
import { insertText } from '../../../platform/insert-text'
import { Button } from '../../../ui/button'
import { TextArea } from '../../../ui/field'
import { type Failure, useTranscripts } from '../store'
import type { Player } from './player'

interface Props {
  transcript: Transcript
  segment: Segment
  player: Player
  onClose: () => void
}

/** Edits the words of a segment, or splits it at the caret. Typed text is kept until the server has it. */
export function SegmentEditor({ transcript, segment, player, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const area = useRef<HTMLTextAreaElement>(null)
  const { doc_id } = transcript
  const { segment_id } = segment
  const [text, setText, clear] = useDraft(`transcript.${doc_id}.${segment_id}`, segment.text)
  const [isWorking, setWorking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => area.current?.focus(), [])
  const isChanged = text.trim() !== segment.text

  async function work(does: () => Promise<Failure | null>): Promise<boolean> {
    setWorking(true)
    setError(null)
    const failure = await does()
    setWorking(false)
    if (failure) setError(failure.code === 'transcript.stale' ? t('segment.stale') : errorText(failure))
    return failure === null
  }
  const saveWords = () =>
    isChanged ? useTranscripts.getState().change({ doc_id, segment_id, text: text.trim() }) : Promise.resolve(null)

  async function save() {
    if (!(await work(saveWords))) return
    clear()
    onClose()
  }

  async function split() {
    const caret = area.current?.selectionStart ?? 0
    const leading = text.length - text.trimStart().length
    const length = text.trim().length
    const character = Math.max(0, Math.min(length, caret - leading))
    const at = momentOf(segment, length === 0 ? null : character / length, player.now.time)
    const { speaker } = segment
    const isDone = await work(async () => {
      const failure = await saveWords()
      return failure ?? useTranscripts.getState().split({ doc_id, segment_id, at, character, speaker })
    })
    if (!isDone) return
    clear()
    onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void save()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
    }
  }
  const cancel = () => {
    clear()
    onClose()
  }
  return (
    <form
      aria-label={t('segment.edit')}
      className="grid gap-2 pt-1"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        ref={area}
        hideLabel
        label={t('segment.words')}
        maxLength={limits.segmentLength}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={error}
      />
      <div className="flex flex-wrap gap-2">
        <Button needsServer type="submit" size="sm" variant="primary" loading={isWorking}>
          {t('segment.save')}
        </Button>
        <Button needsServer size="sm" icon={Scissors} disabled={isWorking} onClick={() => void split()}>
          {t(text.trim() === '' ? 'segment.splitHere' : 'segment.split')}
        </Button>
        <Dictate onSpoken={words => setText(insertText(area.current, words))} />
        <Button size="sm" variant="quiet" onClick={cancel}>
          {t('app:action.cancel')}
        </Button>
      </div>
    </form>
  )
}

/**
 * Returns the time at which a segment is split: in proportion to its words or, without words, at the playback position;
 * always inside the segment.
 */
function momentOf({ start, end }: Segment, share: number | null, playedTo: number): number {
  const isHeard = playedTo > start && playedTo < end
  const at = share !== null ? start + (end - start) * share : isHeard ? playedTo : (start + end) / 2
  const least = Math.min(0.05, (end - start) / 4)
  return Math.min(end - least, Math.max(start + least, at))
}
