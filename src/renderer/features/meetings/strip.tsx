import type { TFunction } from 'i18next'
import { AppWindow, Captions, CaptionsOff, Mic, MicOff, Pause, Play, RotateCcw, Square } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { cx } from '../../ui/cx'
import type { Icon } from '../../ui/icon'
import { AskToLose } from './ask-to-lose'
import type { RecordingStatus } from './recording/channel'
import { LevelMeter } from './recording/level-meter'
import { runMeetings, useMeeting } from './recording/meetings'
import { useElapsed } from './recording/use-elapsed'

/**
 * Shows on every page that a meeting is being recorded [1.13], or that a recording was interrupted. It is a live
 * region, so that dialogs do not hide it from assistive technology, with announcements off, because the time keeps
 * changing.
 */
export function MeetingStrip() {
  const { t } = useTranslation('meetings')
  const { shown, where } = useMeeting()
  if (!shown) return null
  const isKept = shown.state === 'kept'
  if (!isKept && shown.state !== 'recording' && shown.state !== 'paused') return null
  return (
    <section
      aria-label={t('strip.label')}
      aria-live="off"
      className={cx('text-sm', isKept ? 'bg-warn-soft text-warn-ink' : 'bg-danger text-on-danger')}
    >
      {isKept ? <Interrupted shown={shown} /> : <Live shown={shown} isHere={where === 'here'} />}
      {!isKept && <LiveCaptions captions={shown.captions} isHere={where === 'here'} />}
    </section>
  )
}

const row = 'flex min-h-capture items-center gap-3 py-1 pr-3 pl-4 max-md:min-h-[52px] max-md:gap-2'

function Live({ shown, isHere }: { shown: RecordingStatus; isHere: boolean }) {
  const { t } = useTranslation(['meetings', 'app'])
  const [asks, setAsks] = useState(false)
  const time = useElapsed(shown)
  const { state, name, trouble } = shown
  const isPaused = state === 'paused'
  const word = isPaused ? (trouble === 'lost' ? t('strip.lost') : t('strip.paused')) : t('strip.recording')
  const note = noteOf(shown, isHere, t)
  return (
    <div className={row}>
      {isPaused ? <MicOff size={17} className="shrink-0" /> : <Mic size={17} className="shrink-0" />}
      {shown.tab === 'shared' && (
        <span role="img" aria-label={t('tab.with')} className="shrink-0">
          <AppWindow size={17} />
        </span>
      )}
      <p
        role="status"
        className="flex min-w-0 items-center gap-3 max-md:flex-1 max-md:flex-col max-md:items-start max-md:gap-0"
      >
        <strong className="max-w-full shrink-0 truncate font-semibold">{word}</strong>
        {(note || name) && <span className="min-w-0 max-w-full truncate">{note || name}</span>}
      </p>
      {!isPaused && isHere && <LevelMeter level={() => runMeetings().recording?.microphone?.level() ?? 0} />}
      <span className="max-xl:hidden">{t('strip.tell')}</span>
      <span className="ml-auto flex shrink-0 items-center gap-2">
        <span className="tabular-nums">
          <span className="sr-only">{t('strip.elapsed')} </span>
          {time}
        </span>
        {isHere && <StripButton icon={RotateCcw} label={t('strip.restart')} isQuiet onClick={() => setAsks(true)} />}
        <StripButton
          icon={isPaused ? Play : Pause}
          label={t(isPaused ? 'strip.resume' : 'strip.pause')}
          isQuiet
          onClick={() => runMeetings().control(isPaused ? 'resume' : 'pause')}
        />
        <StripButton icon={Square} label={t('strip.stop')} onClick={() => runMeetings().control('stop')} />
      </span>
      {asks && <AskToLose by="restart" time={time} onClose={() => setAsks(false)} />}
    </div>
  )
}

/** The last lines of what is being said, announced as they come. */
function LiveCaptions({ captions, isHere }: { captions: RecordingStatus['captions']; isHere: boolean }) {
  const { t } = useTranslation('meetings')
  if (!captions?.isOn) return null
  const { isFailing, lines } = captions
  return (
    <div className="flex items-start gap-3 border-t border-current/25 py-1 pr-3 pl-4">
      <Captions size={17} className="mt-1 shrink-0" />
      <div
        role="log"
        aria-live="polite"
        aria-label={t('captions.label')}
        className="flex max-h-16 min-w-0 flex-1 flex-col-reverse overflow-hidden py-0.5"
      >
        <p className="wrap-anywhere">
          {lines.length > 0 ? lines.join(' ') : t(isFailing ? 'captions.failing' : 'captions.waiting')}
          {isFailing && lines.length > 0 && ` (${t('captions.failing')})`}
        </p>
      </div>
      {isHere && (
        <StripButton
          icon={CaptionsOff}
          label={t('captions.turnOff')}
          isQuiet
          onClick={() => runMeetings().recording?.turnCaptions(false)}
        />
      )}
    </div>
  )
}

/** What matters most about a running recording besides its name. */
function noteOf({ isKept, isReached, tab }: RecordingStatus, isHere: boolean, t: TFunction<'meetings'>): string {
  if (!isKept) return t('strip.full')
  if (!isReached) return t('strip.offline')
  if (tab === 'ended') return t('tab.ended')
  return isHere ? '' : t('strip.elsewhere')
}

/** An unfinished recording of an earlier page. */
function Interrupted({ shown }: { shown: RecordingStatus }) {
  const { t } = useTranslation(['meetings', 'app'])
  const { dayAndTime } = useFormat()
  const [asks, setAsks] = useState(false)
  const time = useElapsed(shown)
  const dispatch = (type: 'continue' | 'stop') => runMeetings().recording?.do({ type })
  return (
    <div className={cx(row, 'flex-wrap')}>
      <Mic size={17} className="shrink-0" />
      <p role="status" className="min-w-0 flex-1 max-md:basis-[80%]">
        <strong className="font-semibold">{t('kept.title')}</strong>{' '}
        {t('kept.text', { name: shown.name, when: dayAndTime(shown.started_at), time })}
        {shown.trouble && <span className="block">{t(`trouble.${shown.trouble}`)}</span>}
      </p>
      <span className="flex shrink-0 flex-wrap items-center gap-2">
        <StripButton icon={Mic} label={t('kept.continue')} isWorded isQuiet onClick={() => dispatch('continue')} />
        <StripButton icon={Square} label={t('kept.finish')} isWorded isQuiet onClick={() => dispatch('stop')} />
        <StripButton label={t('kept.discard')} isWorded isQuiet onClick={() => setAsks(true)} />
      </span>
      {asks && <AskToLose by="discard" time={time} onClose={() => setAsks(false)} />}
    </div>
  )
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon?: Icon
  /** Draws an outline only. */
  isQuiet?: boolean
  /** Keeps its label on a phone. */
  isWorded?: boolean
}

function StripButton({ icon: Glyph, label, isQuiet = false, isWorded = false, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'flex h-control-sm shrink-0 items-center gap-1.5 rounded-sm border border-current px-3 whitespace-nowrap max-md:h-9 pointer-coarse:min-h-touch',
        isQuiet ? 'font-medium' : 'bg-on-danger font-semibold text-danger [&_svg]:fill-current',
        !isWorded && 'max-md:px-2.5',
      )}
    >
      {Glyph && <Glyph size={15} />}
      <span className={cx(!isWorded && 'max-md:hidden')}>{label}</span>
    </button>
  )
}
