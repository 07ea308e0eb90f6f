import { type Clip, recordClips } from './clips'
import type { MicrophoneTrouble } from './machine'
import { createMixer, type Mixer } from './mixer'

/** An open microphone and its sound. */
export interface Microphone {
  /** The browser's name for it; empty where it gives none. */
  readonly label: string
  readonly device_id: string
  /** The current loudness, from 0 to 1. */
  level(): number
  /**
   * Records another sound beside it from now on; null ends that. Only a microphone that was opened with `canMix` can
   * change this within a file.
   */
  mix(sound: MediaStream | null): void
  /** Starts a file and returns its MIME type. Pieces come about once a second. */
  record(onPiece: (bytes: ArrayBuffer) => void): string
  /** Records short files beside it: see `recordClips`. Returns the function that stops. */
  clips(onClip: (clip: Clip) => void): () => void
  pause(): void
  resume(): void
  /** Ends the file and releases the microphone at once. Resolves when the last piece was delivered. */
  close(): Promise<void>
}

/** Returns the ending of the name of a file with sound that a browser recorded, by its MIME type. */
export const endingOf = (type: string): string => (type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm')

/** Says why no microphone could be opened. */
export class NoMicrophone extends Error {
  constructor(readonly trouble: MicrophoneTrouble) {
    super(trouble)
  }
}

const pieceMs = 1_000
/** Enough for speech; four hours take 86 MB. */
const bitsPerSecond = 48_000
const kinds = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

const troubles: Record<string, MicrophoneTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/**
 * Requests a microphone through the browser. Rejects with `NoMicrophone`. `onLost` is called when it is unplugged or
 * taken away. A mixer is used only where `canMix` asks for it: without one, the browser records the microphone directly.
 */
export async function openMicrophone(
  device_id: string | null,
  onLost: () => void,
  canMix = false,
): Promise<Microphone> {
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) throw new NoMicrophone('unsupported')
  const stream = await ask(device_id)
  const [track] = stream.getAudioTracks()
  if (!track) throw new NoMicrophone('missing')
  let isClosed = false
  let recorder: MediaRecorder | null = null
  let reading: Promise<void> = Promise.resolve()
  const mixer: Mixer | null = canMix ? createMixer(new AudioContext(), stream) : null
  const recorded = mixer?.stream ?? stream
  const meter = meterOf(recorded)
  track.addEventListener('ended', () => {
    if (!isClosed) onLost()
  })
  return {
    label: track.label,
    device_id: track.getSettings().deviceId ?? '',
    level: meter.level,
    mix: sound => mixer?.mix(sound),
    record(onPiece) {
      const mimeType = supportedKind()
      recorder = new MediaRecorder(recorded, { mimeType, audioBitsPerSecond: bitsPerSecond })
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size === 0) return
        reading = reading.then(async () => onPiece(await data.arrayBuffer()))
      })
      recorder.start(pieceMs)
      return recorder.mimeType || mimeType || 'audio/webm'
    },
    clips: onClip => recordClips({ stream: recorded, mimeType: supportedKind(), level: meter.level, onClip }),
    pause() {
      if (recorder?.state === 'recording') recorder.pause()
    },
    resume() {
      if (recorder?.state === 'paused') recorder.resume()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      const stopped = recorder && stopOf(recorder)
      for (const track of stream.getTracks()) track.stop()
      meter.close()
      await stopped
      mixer?.close()
      await reading
    },
  }
}

const supportedKind = () => kinds.find(kind => MediaRecorder.isTypeSupported(kind))

async function ask(device_id: string | null): Promise<MediaStream> {
  const params = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { ...params, ...(device_id && { deviceId: { exact: device_id } }) },
    })
  } catch (cause) {
    const { name } = cause instanceof Error ? cause : { name: '' }
    // Falls back to any microphone when the chosen one is missing.
    if (device_id && name === 'OverconstrainedError') return ask(null)
    throw new NoMicrophone(troubles[name] ?? 'missing')
  }
}

/** The recorder delivers its last piece before it reports that it stopped. */
function stopOf(recorder: MediaRecorder): Promise<void> {
  if (recorder.state === 'inactive') return Promise.resolve()
  return new Promise(resolve => {
    recorder.addEventListener('stop', () => resolve(), { once: true })
    recorder.stop()
  })
}

function meterOf(stream: MediaStream): { level: () => number; close: () => void } {
  if (!('AudioContext' in window)) return { level: () => 0, close: () => undefined }
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length
      // Maps 50 dB below full scale to 0 and 5 dB below to 1.
      return Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-10) + 50) / 45))
    },
    close: () => void context.close().catch(() => undefined),
  }
}

/** Lists the microphones of this device. Browsers reveal their names after the first permission. */
export async function microphones(): Promise<{ id: string; label: string }[]> {
  if (!('mediaDevices' in navigator)) return []
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return all
    .filter(mediaDeviceInfo => mediaDeviceInfo.kind === 'audioinput' && mediaDeviceInfo.deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
