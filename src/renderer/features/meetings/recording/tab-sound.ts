import { logError } from '../../../platform/log'

/** The sound of another tab of the browser, as people share it. Nothing of its picture is kept. */
export interface TabSound {
  readonly stream: MediaStream
  /** Ends the sharing at once. */
  stop(): void
}

/** Why there is no sound of a tab: not shared, shared without its sound, or the browser failed. */
export type TabTrouble = 'declined' | 'silent' | 'failed'

/** Whether the sound of a tab can be recorded here; `browser` and `desktop` say why not. */
export type TabSupport = 'yes' | 'browser' | 'desktop' | 'none'

export class NoTabSound extends Error {
  constructor(readonly trouble: TabTrouble) {
    super(trouble)
  }
}

/** What Chromium understands in addition to the standard. */
interface TabOptions extends DisplayMediaStreamOptions {
  selfBrowserSurface: 'exclude'
  systemAudio: 'exclude'
  preferCurrentTab: false
}

/**
 * Says what this browser can do. Firefox and Safari share pictures only; they are told apart by a constraint that only
 * browsers with sound know. Phones share nothing, so nothing is said there.
 */
export function tabSupport(): TabSupport {
  if (window.wheelhouse) return 'desktop'
  if (!('mediaDevices' in navigator) || !('getDisplayMedia' in navigator.mediaDevices)) return 'none'
  const knows = 'suppressLocalAudioPlayback' in navigator.mediaDevices.getSupportedConstraints()
  return knows && 'AudioContext' in window ? 'yes' : 'browser'
}

/**
 * Lets the person choose a tab; browsers allow it right after a press only. Rejects with `NoTabSound`. `onEnded` is
 * called when the sharing ends by itself.
 */
export async function openTab(onEnded: () => void): Promise<TabSound> {
  const stream = await ask()
  // The picture has to be asked for, but it is neither shown nor stored.
  for (const picture of stream.getVideoTracks()) {
    picture.stop()
    stream.removeTrack(picture)
  }
  const [sound] = stream.getAudioTracks()
  if (!sound) throw new NoTabSound('silent')
  let isStopped = false
  sound.addEventListener('ended', () => {
    if (!isStopped) onEnded()
  })
  return {
    stream,
    stop() {
      isStopped = true
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

async function ask(): Promise<MediaStream> {
  // What is in the tab is recorded as it is; the filters for voices are for microphones.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const options: TabOptions = {
    ...{ video: { displaySurface: 'browser' }, audio },
    ...{ selfBrowserSurface: 'exclude', systemAudio: 'exclude', preferCurrentTab: false },
  }
  try {
    return await navigator.mediaDevices.getDisplayMedia(options)
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'NotAllowedError') throw new NoTabSound('declined')
    logError('The sound of a tab could not be opened.', cause)
    throw new NoTabSound('failed')
  }
}
