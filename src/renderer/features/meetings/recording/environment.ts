import { browserClock, type Clock } from '../../../platform/clock'
import { useLive } from '../../../platform/live'
import { type Microphone, openMicrophone } from './microphone'
import { browserRecordingStorage, type RecordingStorage } from './recording-storage'
import { openTab, type TabSound, type TabSupport, tabSupport } from './tab-sound'

/** Carries messages between the tabs of one browser; see `channel.ts`. */
export interface TabChannel {
  send(message: unknown): void
  /** Returns the function that stops listening. */
  listen(listener: (message: unknown) => void): () => void
}

/** What recording needs from its surroundings, so that tests can replace it. */
export interface RecordingEnvironment {
  clock: Clock
  storage: RecordingStorage
  wire: TabChannel
  openMicrophone(device_id: string | null, onLost: () => void, canMix: boolean): Promise<Microphone>
  /** Whether the sound of a tab can be recorded too. */
  tabSupport(): TabSupport
  /** Lets the person choose a tab. Rejects with `NoTabSound`. */
  openTab(onEnded: () => void): Promise<TabSound>
  /** Acquires the lock that lets one tab of this browser record; null while another tab holds it. */
  hold(): Promise<(() => void) | null>
  /** Calls back once the lock is free. Returns the function that stops waiting. */
  onFree(free: () => void): () => void
  /** Keeps the screen on until the returned function is called. */
  keepAwake(): () => void
  /** Calls back when the network or the server may be back. Returns the function that unsubscribes. */
  onReconnect(reconnect: () => void): () => void
}

const place = 'wheelhouse.meeting'

export function browserMeeting(): RecordingEnvironment {
  return {
    ...{ clock: browserClock, storage: browserRecordingStorage(), wire: browserWire() },
    ...{ openMicrophone, tabSupport, openTab, hold, onFree, keepAwake, onReconnect },
  }
}

// Where locks are missing, so is the microphone: browsers grant both to secure addresses only.
function hold(): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(place, { ifAvailable: true }, lock => {
        if (lock) return new Promise<void>(release => resolve(release))
        resolve(null)
        return undefined
      })
      .catch(reject)
  })
}

function onFree(free: () => void): () => void {
  if (!('locks' in navigator)) return () => undefined
  const waiting = new AbortController()
  navigator.locks.request(place, { signal: waiting.signal }, () => undefined).then(free, () => undefined)
  return () => waiting.abort()
}

function browserWire(): TabChannel {
  if (!('BroadcastChannel' in window)) return { send: () => undefined, listen: () => () => undefined }
  const channel = new BroadcastChannel(place)
  return {
    send: message => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}

/** Browsers release the wake lock whenever the page is hidden. */
function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let isOver = false
  let held: WakeLockSentinel | null = null
  const take = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock.request('screen').then(
      lock => {
        held = lock
        if (isOver) void lock.release()
      },
      // The browser may refuse, for example on a low battery.
      () => undefined,
    )
  }
  take()
  document.addEventListener('visibilitychange', take)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', take)
    void held?.release()
  }
}

function onReconnect(reconnect: () => void): () => void {
  window.addEventListener('online', reconnect)
  const stop = useLive.subscribe((now, before) => {
    if (now.state === 'open' && before.state !== 'open') reconnect()
  })
  return () => {
    window.removeEventListener('online', reconnect)
    stop()
  }
}
