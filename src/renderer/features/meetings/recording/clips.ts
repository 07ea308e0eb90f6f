/** A few seconds of sound as a file of its own. */
export interface Clip {
  bytes: ArrayBuffer
  type: string
}

/** The length of a clip: short enough to follow, long enough for whole sentences. */
export const clipSeconds = 6
/** How often the loudness is looked at within a clip, in milliseconds. */
const lookMs = 200
/** Below this loudness nobody speaks; models make up words for silence. */
const quiet = 0.2

interface ClipOptions {
  stream: MediaStream
  mimeType: string | undefined
  level: () => number
  onClip: (clip: Clip) => void
}

/**
 * Records a stream in short files beside the recording itself, because a piece of that cannot be read alone. The next
 * file begins before the one before ends, so that no word is lost. Returns the function that stops; the last clip still
 * comes.
 */
export function recordClips({ stream, mimeType, level, onClip }: ClipOptions): () => void {
  let loudest = 0
  let recorder = begin()
  const looking = setInterval(() => {
    loudest = Math.max(loudest, level())
  }, lookMs)
  const cutting = setInterval(() => {
    const former = recorder
    recorder = begin()
    end(former)
  }, clipSeconds * 1_000)

  function begin(): MediaRecorder {
    const begun = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 })
    begun.start()
    return begun
  }
  function end(ended: MediaRecorder): void {
    const isSpoken = loudest >= quiet
    loudest = 0
    if (ended.state === 'inactive') return
    if (isSpoken) {
      ended.addEventListener('dataavailable', ({ data }) => {
        if (data.size > 0) void data.arrayBuffer().then(bytes => onClip({ bytes, type: ended.mimeType }))
      })
    }
    ended.stop()
  }
  return () => {
    clearInterval(looking)
    clearInterval(cutting)
    end(recorder)
  }
}
