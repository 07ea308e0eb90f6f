import i18next from 'i18next'
import { account, guestCredentials, onAccountChange } from '../../../platform/guest'
import { logError } from '../../../platform/log'
import { createSlice } from '../../../platform/store'
import { toast } from '../../../ui/toast'
import { useOnMeeting } from '../on-meeting'
import { type RecordingStatus, TabMessage } from './channel'
import { browserMeeting, type RecordingEnvironment } from './environment'
import { Recording } from './recording'
import type { TabSupport } from './tab-sound'
import type { MeetingState } from './transitions'

/** The recording shown in this tab: its own, or that of another tab. */
export const useMeeting = createSlice(
  'meeting.shown',
  { shown: null as RecordingStatus | null, where: 'here' as 'here' | 'elsewhere' },
  () => ({}),
  { scope: 'device' },
)

const isLive = (state: MeetingState) => state === 'recording' || state === 'paused'
/** Whether the strip has something that the person must know or decide. */
const isForStrip = (state: MeetingState) => isLive(state) || state === 'kept'

/** Runs the recordings of the signed-in person or guest, one at a time per browser. */
export class Meetings {
  #recording: Recording | null = null
  #stopWaiting: () => void = () => undefined
  #isFollowing = false
  #restored: Promise<void> | null = null
  #stops: (() => void)[] = []

  constructor(private readonly environment: RecordingEnvironment) {
    this.#stops = [
      environment.wire.listen(message => this.#onMessage(message)),
      onAccountChange(() => this.#leave()),
      useOnMeeting.subscribe((now, before) => {
        if (now.kept === before.kept) return
        // Another tab has already handled the recording that was found here.
        const { state, account: owner } = this.#recording ?? {}
        if (state === 'kept' && owner && !now.kept.includes(owner)) this.#forget()
      }),
    ]
  }

  /** The recording of the current person or guest; null if there is none. */
  get recording(): Recording | null {
    const mine = account()
    if (mine === null) return null
    if (this.#recording?.account !== mine) this.#recording = this.#begin(mine)
    return this.#recording
  }

  #begin(mine: string): Recording {
    // Searching for kept recordings takes the lock for a moment, which must not look like another tab.
    const hold = async () => {
      await this.#restored
      return this.environment.hold()
    }
    const recording = new Recording({ ...this.environment, hold }, mine, {
      onChange: () => {
        if (this.#recording === recording) this.#show(recording)
      },
      onFull: () =>
        toast.failure(i18next.t('meetings:full.title'), { text: i18next.t('meetings:full.text'), key: 'meeting.full' }),
      onLongest: () => toast.info(i18next.t('meetings:longest')),
      onTabEnded: () => toast.info(i18next.t('meetings:tab.ended'), { key: 'meeting.tab' }),
    })
    return recording
  }

  /** Whether the sound of a tab can be recorded here. */
  get tabSupport(): TabSupport {
    return this.environment.tabSupport()
  }

  /** Searches once for recordings of earlier pages and for a recording tab, until the account changes. */
  restore(): Promise<void> {
    this.#restored ??= this.#restore().catch((cause: unknown) => {
      logError('Kept recordings could not be listed.', cause)
    })
    return this.#restored
  }

  /** Searches again, because a recording was added to the storage. */
  recheck(): Promise<void> {
    this.#restored = null
    return this.restore()
  }

  async #restore(): Promise<void> {
    const mine = account()
    if (mine === null) return
    const isBusy = () => account() !== mine || (this.#recording !== null && this.#recording.state !== 'idle')
    const release = await this.environment.hold()
    if (!release) {
      this.environment.wire.send({ say: 'where' } satisfies TabMessage)
      this.#follow()
      return
    }
    if (isBusy()) return release()
    useOnMeeting.getState().update({ isOnMeeting: false })
    const metas = await this.environment.storage.of(mine)
    if (isBusy()) return release()
    const unfinished = metas.find(meta => meta.takes.some(segment => segment.pieces > 0))
    const { recording } = this
    this.#noteKept(mine, unfinished !== undefined)
    if (!unfinished || !recording) return release()
    if (!unfinished.isWhole) release()
    recording.find(unfinished, unfinished.isWhole ? release : null)
  }

  /** Waits until the other recording tab is done, then searches again. */
  #follow(): void {
    if (this.#isFollowing) return
    this.#isFollowing = true
    this.#stopWaiting = this.environment.onFree(() => {
      this.#stopFollowing()
      useMeeting.setState({ shown: null, where: 'here' })
      useOnMeeting.getState().update({ isShown: false })
      this.#restored = null
      void this.restore()
    })
  }

  #stopFollowing(): void {
    this.#stopWaiting()
    this.#stopWaiting = () => undefined
    this.#isFollowing = false
  }

  #onMessage(message: unknown): void {
    const parsed = TabMessage.safeParse(message)
    if (!parsed.success) return
    const { data } = parsed
    const recording = this.#recording
    const isHere = recording !== null && !['idle', 'kept', 'done'].includes(recording.state)
    if (data.say === 'where' && isHere) this.#publish(recording.shown())
    else if (data.say === 'do' && isHere) recording.do({ type: data.what })
    else if (data.say === 'here' && !isHere && data.shown.account === account()) {
      const isOver = ['idle', 'done', 'asking'].includes(data.shown.state)
      if (recording?.state === 'kept') this.#forget()
      useMeeting.setState({ shown: isOver ? null : data.shown, where: isOver ? 'here' : 'elsewhere' })
      useOnMeeting.getState().update({ isShown: isLive(data.shown.state) })
      if (!isOver) this.#follow()
    }
  }

  /** Pauses, resumes or stops the recording, in whichever tab it runs. */
  control(what: 'pause' | 'resume' | 'stop'): void {
    if (useMeeting.getState().where === 'here') this.recording?.do({ type: what })
    else this.environment.wire.send({ say: 'do', what } satisfies TabMessage)
  }

  #publish(shown: RecordingStatus): void {
    this.environment.wire.send({ say: 'here', shown } satisfies TabMessage)
  }

  #show(recording: Recording): void {
    const shown = recording.shown()
    const before = useMeeting.getState().shown
    useMeeting.setState({ shown, where: 'here' })
    const isOnMeeting = isLive(shown.state)
    const now = useOnMeeting.getState()
    const isShown = isForStrip(shown.state)
    if (now.isOnMeeting !== isOnMeeting && shown.state !== 'kept') now.update({ isOnMeeting })
    if (now.isShown !== isShown) now.update({ isShown })
    this.#noteKept(recording.account, recording.hasRecording)
    if (shown.state !== 'idle' && shown.state !== 'kept') this.#publish(shown)
    else if (before && before.state !== shown.state) this.#publish(shown)
    if (before?.state !== shown.state) this.#announce(shown)
  }

  #announce({ state, doc_id }: RecordingStatus): void {
    const isOnPage = location.hash.startsWith('#/meeting')
    if (state === 'done' && doc_id !== null) {
      const open = () => {
        location.hash = guestCredentials() ? '#/chat-guest' : `#/docs/${doc_id}`
      }
      if (isOnPage) open()
      else {
        toast.success(i18next.t('meetings:done.title'), {
          text: i18next.t('meetings:done.text'),
          action: { label: i18next.t('meetings:done.open'), onPress: open },
          key: 'meeting.end',
        })
      }
      this.#recording?.do({ type: 'dismiss' })
      // Earlier pages may have left another recording.
      this.#restored = null
      void this.restore()
    }
    if (isOnPage) return
    const toPage = {
      label: i18next.t('meetings:toPage'),
      onPress: () => {
        location.hash = '#/meeting'
      },
    }
    if (state === 'finishing') toast.info(i18next.t('meetings:finishing'), { action: toPage, key: 'meeting.end' })
    if (state === 'failed') toast.failure(i18next.t('meetings:failed.title'), { action: toPage, key: 'meeting.end' })
  }

  #noteKept(owner: string, isKept: boolean): void {
    const { kept, update } = useOnMeeting.getState()
    if (kept.includes(owner) === isKept) return
    update({ kept: isKept ? [...kept, owner] : kept.filter(account => account !== owner) })
  }

  /** The account or workspace changed. The microphone is released, and the recording waits for its owner. */
  #leave(): void {
    const { state, account: owner } = this.#recording ?? {}
    this.#forget()
    this.#stopFollowing()
    this.#restored = null
    // A guest's recording passes to whoever comes next: the signed-in person or the next guest.
    const isLeft = state && isLive(state) && !owner?.startsWith('guest.')
    if (isLeft) toast.info(i18next.t('meetings:left.title'), { text: i18next.t('meetings:left.text') })
    useOnMeeting.getState().update({ isOnMeeting: false })
  }

  #forget(): void {
    const recording = this.#recording
    this.#recording = null
    recording?.do({ type: 'left' })
    useMeeting.setState({ shown: null, where: 'here' })
    useOnMeeting.getState().update({ isShown: false })
  }

  /** Shuts everything down, for tests. */
  end(): void {
    this.#leave()
    for (const stop of this.#stops) stop()
  }
}

let running: Meetings | null = null

/**
 * Starts the recording runner once, in the browser's environment unless a test passes another one. Returns the runner.
 */
export function runMeetings(environment?: RecordingEnvironment): Meetings {
  if (running && !environment) return running
  running?.end()
  running = new Meetings(environment ?? browserMeeting())
  return running
}
