import { CloudAlert, Mic, MicOff, Pause, Play, RefreshCw, RotateCcw, Square, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { document as limits } from '#shared/contract/documents/limits'
import { useErrorText } from '../../../i18n/texts'
import { useFormat } from '../../../platform/format'
import { MenuActions } from '../../../platform/menu-actions'
import { useAction } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { ProgressBar } from '../../../ui/progress-bar'
import { Switch } from '../../../ui/switch'
import { DocumentRule } from '../../documents/slots'
import { AskToLose } from '../ask-to-lose'
import type { RecordingStatus } from '../recording/channel'
import { LevelMeter } from '../recording/level-meter'
import { runMeetings, useMeeting } from '../recording/meetings'
import { nothingRecorded, soundGone } from '../recording/sender'
import { useElapsed } from '../recording/use-elapsed'
import { TabInRecording } from './tab-sound'

/** The current recording: running, interrupted, uploading or failed. */
export function RunningCard({ shown, isGuest = false }: { shown: RecordingStatus; isGuest?: boolean }) {
  const { t } = useTranslation('meetings')
  return (
    <section
      aria-label={t('running.label')}
      className="grid gap-4 rounded-md border border-line bg-surface-1 p-5 max-md:p-4"
    >
      {shown.state === 'kept' && <Interrupted shown={shown} />}
      {(shown.state === 'recording' || shown.state === 'paused') && <Live shown={shown} isGuest={isGuest} />}
      {shown.state === 'finishing' && <Uploading shown={shown} />}
      {shown.state === 'failed' && <Failed shown={shown} />}
    </section>
  )
}

function Head({ icon, title, text }: { icon: ReactNode; title: string; text?: string }) {
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-danger-soft text-danger-ink">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-md font-semibold wrap-anywhere">{title}</h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
    </div>
  )
}

function Live({ shown, isGuest }: { shown: RecordingStatus; isGuest: boolean }) {
  const { t } = useTranslation('meetings')
  const where = useMeeting(state => state.where)
  const time = useElapsed(shown)
  const isPaused = shown.state === 'paused'
  const [asks, setAsks] = useState(false)
  const group = t('strip.recording')
  useAction({ label: t(isPaused ? 'strip.resume' : 'strip.pause'), group }, () =>
    runMeetings().control(isPaused ? 'resume' : 'pause'),
  )
  useAction({ label: t('strip.stop'), group }, () => runMeetings().control('stop'))
  useAction({ label: t('strip.restart'), group, isOn: where === 'here' }, () => setAsks(true))
  const word = isPaused ? t(shown.trouble === 'lost' ? 'strip.lost' : 'strip.paused') : t('strip.recording')
  return (
    <>
      <Head
        icon={isPaused ? <MicOff size={20} /> : <Mic size={20} />}
        title={word}
        text={where === 'elsewhere' ? t('running.elsewhere') : shown.name}
      />
      {shown.trouble && shown.trouble !== 'lost' && (
        <p role="alert" className="text-sm text-danger-ink">
          {t(`trouble.${shown.trouble}`)}
        </p>
      )}
      <p className="flex items-center gap-4 text-3xl font-semibold tabular-nums">
        {time}
        {!isPaused && where === 'here' && (
          <span className="text-danger">
            <LevelMeter level={() => runMeetings().recording?.microphone?.level() ?? 0} />
          </span>
        )}
      </p>
      {where === 'here' && <TabInRecording tab={shown.tab} />}
      {shown.captions && where === 'here' && (
        <Switch
          label={t('captions.label')}
          description={t('captions.hint')}
          checked={shown.captions.isOn}
          onChange={({ target }) => runMeetings().recording?.turnCaptions(target.checked)}
        />
      )}
      <Notes shown={shown} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="lg"
          icon={isPaused ? Play : Pause}
          onClick={() => runMeetings().control(isPaused ? 'resume' : 'pause')}
        >
          {t(isPaused ? 'strip.resume' : 'strip.pause')}
        </Button>
        <Button size="lg" variant="primary" icon={Square} onClick={() => runMeetings().control('stop')}>
          {t('strip.stop')}
        </Button>
        {where === 'here' && (
          <Button size="lg" variant="quiet" icon={RotateCcw} onClick={() => setAsks(true)}>
            {t('strip.restart')}
          </Button>
        )}
      </div>
      {where === 'here' && <ParamsFields isGuest={isGuest} />}
      {asks && <AskToLose by="restart" time={time} onClose={() => setAsks(false)} />}
    </>
  )
}

/** Notes on a running recording. */
function Notes({ shown: { isKept, isReached } }: { shown: RecordingStatus }) {
  const { t } = useTranslation('meetings')
  return (
    <div role="status" className="grid gap-1 text-sm text-muted">
      <p>{isKept ? t('running.kept') : t('full.text')}</p>
      {!isReached && <p>{t('running.offline')}</p>}
      <p>{t('running.leave')}</p>
    </div>
  )
}

/** Name and access can be changed while the recording runs. */
function ParamsFields({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('meetings')
  const recording = runMeetings().recording
  const [name, setName] = useState(recording?.params.name ?? '')
  const [rule, setRule] = useState(() => {
    const { access = 'private' as const, branch_id = null } = recording?.params ?? {}
    return { access, branch_id }
  })
  if (!recording) return null
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <TextField
        label={t('record.name')}
        maxLength={limits.nameLength}
        autoComplete="off"
        value={name}
        onChange={event => {
          setName(event.target.value)
          if (event.target.value.trim()) recording.rename({ ...recording.params, name: event.target.value.trim() })
        }}
      />
      {!isGuest && (
        <DocumentRule
          rule={rule}
          isOwn
          error={null}
          onChange={next => {
            setRule(next)
            // A branch rule without a branch is incomplete, and is not saved.
            const isWhole = next.access !== 'branch' || next.branch_id !== null
            recording.rename({
              name: recording.params.name,
              ...(isWhole ? next : { access: 'private', branch_id: null }),
            })
          }}
        />
      )}
    </div>
  )
}

function Interrupted({ shown }: { shown: RecordingStatus }) {
  const { t } = useTranslation('meetings')
  const { dayAndTime } = useFormat()
  const time = useElapsed(shown)
  const [asks, setAsks] = useState(false)
  const dispatch = (type: 'continue' | 'stop') => runMeetings().recording?.do({ type })
  return (
    <>
      <Head
        icon={<Mic size={20} />}
        title={t('kept.title')}
        text={t('kept.text', { name: shown.name, when: dayAndTime(shown.started_at), time })}
      />
      {shown.trouble && (
        <p role="alert" className="text-sm text-danger-ink">
          {t(`trouble.${shown.trouble}`)}
        </p>
      )}
      <MenuActions
        entries={[
          { label: t('kept.continue'), onSelect: () => dispatch('continue') },
          { label: t('kept.finish'), onSelect: () => dispatch('stop') },
          { label: t('kept.discard'), onSelect: () => setAsks(true) },
        ]}
        group={t('page.title')}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={Mic} onClick={() => dispatch('continue')}>
          {t('kept.continue')}
        </Button>
        <Button icon={Square} onClick={() => dispatch('stop')}>
          {t('kept.finish')}
        </Button>
        <Button variant="danger" icon={Trash2} onClick={() => setAsks(true)}>
          {t('kept.discard')}
        </Button>
      </div>
      {asks && <AskToLose by="discard" time={time} onClose={() => setAsks(false)} />}
    </>
  )
}

function Uploading({ shown: { sent, name, isReached, isKept } }: { shown: RecordingStatus }) {
  const { t } = useTranslation('meetings')
  return (
    <div role="status" className="grid gap-2">
      <p className="text-md font-semibold">{t('finishing')}</p>
      <p className="text-sm text-muted">
        {!isReached ? t('running.offline') : isKept ? t('running.sending', { name }) : t('full.text')}
      </p>
      <ProgressBar label={t('running.progress')} value={sent} />
    </div>
  )
}

function Failed({ shown }: { shown: RecordingStatus }) {
  const { t } = useTranslation(['meetings', 'app'])
  const errorText = useErrorText()
  const time = useElapsed(shown)
  const [asks, setAsks] = useState(false)
  const { failure } = shown
  const reason =
    failure?.code === soundGone
      ? t('failed.gone')
      : failure?.code === nothingRecorded
        ? t('failed.empty')
        : failure && errorText(failure)
  return (
    <>
      <div role="alert">
        <Head icon={<CloudAlert size={20} />} title={t('failed.title')} text={reason ?? ''} />
      </div>
      <MenuActions
        entries={[
          { label: t('app:action.tryAgain'), onSelect: () => runMeetings().recording?.do({ type: 'retry' }) },
          { label: t('kept.discard'), onSelect: () => setAsks(true) },
        ]}
        group={t('page.title')}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={RefreshCw} onClick={() => runMeetings().recording?.do({ type: 'retry' })}>
          {t('app:action.tryAgain')}
        </Button>
        <Button variant="danger" icon={Trash2} onClick={() => setAsks(true)}>
          {t('kept.discard')}
        </Button>
      </div>
      {asks && <AskToLose by="discard" time={time} onClose={() => setAsks(false)} />}
    </>
  )
}
