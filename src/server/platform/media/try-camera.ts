import type { CameraProblem } from '#shared/contract/sources/camera-tests'
import type { CameraKind } from '#shared/contract/sources/endpoints'
import type { Attempt } from './attempt'
import { type CameraSurroundings, picturesOf } from './camera'
import { Credentials, withoutCredentials } from './credentials'
import { systemNetwork } from './guard'
import { CameraTrouble, troubleFrom } from './trouble'

const second = 1000
/** How long a camera has for its first picture; a stream sends one only after its next whole picture. */
const longest: Record<CameraKind, number> = {
  still: 10 * second,
  mjpeg: 10 * second,
  rtsp: 15 * second,
  hls: 20 * second,
}

export type TriedCamera =
  | { readonly jpeg: Buffer; readonly codec: string; readonly milliseconds: number }
  | { readonly problem: CameraProblem }

/**
 * Connects to a camera once, for one picture, as {@link openCamera} would [D35]. Resolves when everything it opened is
 * closed.
 */
export async function tryCamera(
  address: URL,
  kind: CameraKind,
  { clock, allowed, every, ffmpeg, log, network = systemNetwork }: Omit<CameraSurroundings, 'random'>,
): Promise<TriedCamera> {
  const ending = new AbortController()
  const cancel = clock.after(longest[kind], () => ending.abort(new CameraTrouble('too_slow', 'no picture in time')))
  const began = clock.elapsed()
  let found: { jpeg: Buffer; milliseconds: number } | undefined
  let codec = kind === 'hls' ? 'hls' : 'jpeg'
  const attempt: Attempt = {
    address: withoutCredentials(address),
    credentials: new Credentials(address),
    every,
    codec(name) {
      codec = name
    },
    picture(jpeg) {
      found ??= { jpeg, milliseconds: Math.round(clock.elapsed() - began) }
      ending.abort(new CameraTrouble('unreachable', 'one picture is enough'))
    },
    signal: ending.signal,
    ...{ clock, allowed, network, log },
  }
  try {
    await picturesOf(attempt, kind, ffmpeg)
  } catch (error) {
    if (!found) return { problem: problemOf(attempt, error) }
  } finally {
    cancel()
  }
  return found ? { ...found, codec } : { problem: problemOf(attempt, ending.signal.reason) }
}

function problemOf({ address, log, signal }: Attempt, error: unknown): CameraProblem {
  const trouble = troubleFrom(signal.aborted ? signal.reason : error)
  log.debug({ camera: address.host, problem: trouble.problem, why: trouble.message }, 'a camera was tried in vain')
  return trouble.problem
}
