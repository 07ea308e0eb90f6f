import { CameraTrouble } from './trouble'

/** The video track in a camera's session description. */
export interface VideoTrack {
  codec: 'h264' | 'hevc'
  payloadType: number
  /** As written in the description: an address, or a path relative to the session's. */
  control: string
  /** Parameter sets that may be sent nowhere else. */
  parameterSets: Buffer[]
}

const codecs: Record<string, VideoTrack['codec']> = { H264: 'h264', H265: 'hevc' }

/** The first video track that can be decoded. Throws {@link CameraTrouble} `not_a_picture` if there is none. */
export function videoTrackIn(description: string): VideoTrack {
  const sections = description.split(/^(?=m=)/m).filter(section => section.startsWith('m=video'))
  for (const section of sections) {
    for (const [, payloadType, name = ''] of section.matchAll(/^a=rtpmap:(\d{1,3}) ([^/\s]+)\//gm)) {
      const codec = codecs[name.toUpperCase()]
      if (codec === undefined) continue
      const format = new RegExp(`^a=fmtp:${payloadType} (.*)$`, 'm').exec(section)?.[1] ?? ''
      return {
        codec,
        payloadType: Number(payloadType),
        control: /^a=control:(.*?)\s*$/m.exec(section)?.[1] ?? '',
        parameterSets: parameterSetsIn(format),
      }
    }
  }
  throw new CameraTrouble('not_a_picture', 'no H.264 or H.265 video', 'codec')
}

function parameterSetsIn(format: string): Buffer[] {
  return [...format.matchAll(/\bsprop-(?:parameter-sets|vps|sps|pps)=([A-Za-z0-9+/=,]+)/g)]
    .flatMap(([, sets = '']) => sets.split(','))
    .map(set => Buffer.from(set, 'base64'))
    .filter(set => set.length > 0)
}
