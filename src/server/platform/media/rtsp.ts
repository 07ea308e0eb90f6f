import type { Attempt } from './attempt'
import { withoutCredentials } from './credentials'
import { Decoder } from './decoder'
import { VideoAssembler } from './rtp'
import { RtspConnection } from './rtsp-connection'
import type { RtspResponse } from './rtsp-parser'
import { type VideoTrack, videoTrackIn } from './sdp'
import { CameraTrouble, refusal } from './trouble'
import { orAborted } from './waiting'

const mostRedirects = 3
/** Bytes of video that may wait for ffmpeg. */
const maximumWaiting = 32_000_000
/** Seconds after which a silent session expires, if the camera names no other timeout. */
const sessionTimeout = 60

/**
 * Pictures of an RTSP camera. This server handles the session itself, over TCP, and ffmpeg only receives the video. So
 * the camera's password appears in no process list, and a camera cannot redirect ffmpeg.
 */
export async function rtspPictures(attempt: Attempt, ffmpeg: string): Promise<void> {
  const { connection, address, description } = await describe(attempt)
  try {
    const track = videoTrackIn(description.body)
    const control = controlAddress(track.control, description.headers, address)
    await play(connection, { ...track, control }, attempt, ffmpeg)
  } finally {
    await connection.close()
  }
}

/** Follows redirects of the camera; each address is checked. */
async function describe(attempt: Attempt) {
  let address = attempt.address
  for (let redirects = 0; ; redirects += 1) {
    const connection = await RtspConnection.open(address, attempt)
    try {
      const description = await connection.request('DESCRIBE', { Accept: 'application/sdp' })
      const { status, headers } = description
      if (status === 200) return { connection, address, description }
      if (status < 300 || status > 399 || redirects === mostRedirects || !URL.canParse(headers.location ?? '')) {
        throw refusedWith(status, attempt)
      }
      address = withoutCredentials(new URL(headers.location ?? ''))
      await connection.close()
    } catch (error) {
      await connection.close()
      throw error
    }
  }
}

async function play(connection: RtspConnection, track: VideoTrack, attempt: Attempt, ffmpeg: string): Promise<void> {
  const setUp = await connection.request('SETUP', { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }, track.control)
  if (setUp.status !== 200) throw refusedWith(setUp.status, attempt)
  const channel = Number(/interleaved=(\d{1,3})/.exec(setUp.headers.transport ?? '')?.[1] ?? 0)
  attempt.codec?.(track.codec)
  const decoder = new Decoder(ffmpeg, track.codec, attempt)
  const decode = (picture: Buffer) => {
    if (decoder.waiting > maximumWaiting) throw new CameraTrouble('too_slow', 'ffmpeg does not keep up')
    decoder.push(picture)
  }
  const assembler = new VideoAssembler(track, decode)
  connection.onPacket = (from, packet) => {
    if (from === channel) assembler.take(packet)
  }
  const stopTelling = keepSessionAlive(connection, setUp, attempt)
  try {
    const playing = await connection.request('PLAY', { Range: 'npt=0.000-' })
    if (playing.status !== 200) throw refusedWith(playing.status, attempt)
    await orAborted(Promise.race([connection.lost, decoder.failed()]), attempt.signal)
  } finally {
    stopTelling()
    connection.onPacket = () => {}
    await decoder.close()
  }
}

/** Sends the camera a keep-alive at intervals. */
function keepSessionAlive(connection: RtspConnection, { headers }: RtspResponse, { clock }: Attempt): () => void {
  const timeout = Number(/;\s*timeout=(\d{1,5})/.exec(headers.session ?? '')?.[1] ?? sessionTimeout)
  return clock.every(Math.max(timeout, 2) * 500, () => {
    // A camera that does not know the method still counts it as activity; a lost connection is reported elsewhere.
    connection.request('GET_PARAMETER').catch(() => {})
  })
}

/** RFC 2326, C.1.1. The address appears in requests only; the connection does not depend on it. */
function controlAddress(control: string, headers: Record<string, string>, address: URL): string {
  if (/^rtsps?:\/\//i.test(control)) return control
  const base = headers['content-base'] ?? headers['content-location'] ?? address.href
  if (control === '' || control === '*') return base
  return base.endsWith('/') ? `${base}${control}` : `${base}/${control}`
}

function refusedWith(status: number, { credentials }: Attempt): CameraTrouble {
  return refusal(status, { protocol: 'RTSP', hasCredentials: !credentials.areEmpty })
}
