import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlaylist } from './playlist'
import { VideoAssembler } from './rtp'
import { RtspParser, type RtspResponse } from './rtsp-parser'
import { type VideoTrack, videoTrackIn } from './sdp'
import { packed } from './testing/rtsp-server'
import { CameraTrouble } from './trouble'

/** Whether the work failed with a camera trouble; any other error fails the test. */
function isTrouble(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(CameraTrouble)
    return true
  }
}

const bytes = (...texts: string[]) => fc.constantFrom(...texts).map(text => Buffer.from(text, 'latin1'))
const anyBytes = fc.uint8Array({ maxLength: 200 }).map(array => Buffer.from(array))

/** Extras are two contributing sources, an extension of one word, and three bytes of padding. */
function rtpPacket(payload: Buffer, isLast: boolean, hasExtras: boolean): Buffer {
  const header = Buffer.alloc(hasExtras ? 28 : 12)
  header.set([hasExtras ? 0xb2 : 0x80, (isLast ? 0x80 : 0) | 96])
  if (hasExtras) header.writeUInt16BE(1, 22)
  return Buffer.concat([header, payload, Buffer.from(hasExtras ? [0, 0, 3] : [])])
}

describe('Hostile camera data [D35]', () => {
  test('over RTSP is a response, a packet, or a camera trouble', () => {
    const piece = fc.oneof(
      anyBytes,
      bytes('RTSP/1.0 200 OK\r\n', 'CSeq: 1\r\n', 'Content-Length: 3\r\n', 'Content-Length: -1\r\n', '\r\n', 'abc'),
      bytes(
        '$\0\0\x03abc',
        '$\0\xff\xff',
        'Content-Length: 99999999\r\n',
        'OPTIONS * RTSP/1.0\r\n',
        'HTTP/1.1 200 OK\r\n',
      ),
    )
    const seen = { trouble: 0, response: 0, packet: 0 }
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), chunks => {
        const on = { response: () => void seen.response++, packet: () => void seen.packet++ }
        const parser = new RtspParser(on)
        const failed = isTrouble(() => {
          for (const chunk of chunks) parser.push(chunk)
        })
        if (failed) seen.trouble += 1
      }),
      { numRuns: 2_000 },
    )
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  })

  test('over RTSP is parsed the same however it is split into chunks', () => {
    const stream = Buffer.from(
      'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4\r\n\r\nv=0\n$\x04\0\x02hi\r\nRTSP/1.0 401 No\nA: 1\nA: 2\n\n',
      'latin1',
    )
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), places => {
        const responses: RtspResponse[] = []
        const packets: [number, string][] = []
        const parser = new RtspParser({
          response: response => responses.push(response),
          packet: (channel, packet) => packets.push([channel, packet.toString()]),
        })
        const ends = [...places, stream.length].sort((first, other) => first - other)
        for (const [index, end] of ends.entries()) parser.push(stream.subarray(ends[index - 1] ?? 0, end))
        expect(packets).toEqual([[4, 'hi']])
        expect(responses).toEqual([
          { status: 200, headers: { cseq: '1', 'content-length': '4' }, body: 'v=0\n' },
          { status: 401, headers: { a: '1, 2' }, body: '' },
        ])
      }),
    )
  })

  test('as video packets yields no more than was sent, or a camera trouble', () => {
    const codec = fc.constantFrom('h264', 'hevc')
    fc.assert(
      fc.property(codec, fc.array(anyBytes, { maxLength: 30 }), fc.boolean(), (name, payloads, areWhole) => {
        let length = 0
        const track: VideoTrack = { codec: name, payloadType: 96, control: '', parameterSets: [] }
        const assembler = new VideoAssembler(track, picture => {
          length += picture.length
        })
        for (const payload of payloads) {
          const header = areWhole ? Buffer.from([0x80, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) : Buffer.alloc(0)
          assembler.take(Buffer.concat([header, payload]))
        }
        const sent = payloads.reduce((sum, payload) => sum + payload.length, 0)
        expect(length).toBeLessThanOrEqual(6 * sent + 6 * payloads.length)
      }),
      { numRuns: 1_000 },
    )
  })

  test('as endless video packets is cut off', () => {
    const track: VideoTrack = { codec: 'h264', payloadType: 96, control: '', parameterSets: [] }
    const assembler = new VideoAssembler(track, () => {})
    const packet = Buffer.concat([Buffer.from([0x80, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), Buffer.alloc(60_000, 1)])
    const failed = isTrouble(() => {
      for (let count = 0; count < 1_000; count += 1) assembler.take(packet)
    })
    expect(failed).toBe(true)
  })

  test.each(['whole', 'fragments', 'aggregates'] as const)(
    'as packets of the kind "%s" is reassembled as it was',
    packing => {
      const unit = fc.uint8Array({ minLength: 3, maxLength: 1_500 })
      const h264 = unit.map(([, ...rest]) => Buffer.from([0x65, ...rest]))
      const hevc = unit.map(([, , ...rest]) => Buffer.from([0x26, 0x01, ...rest]))
      const picture = fc.oneof(
        fc.record({ codec: fc.constant('h264' as const), units: fc.array(h264, { minLength: 1, maxLength: 5 }) }),
        fc.record({ codec: fc.constant('hevc' as const), units: fc.array(hevc, { minLength: 1, maxLength: 5 }) }),
      )
      fc.assert(
        fc.property(picture, fc.boolean(), ({ codec, units }, hasExtras) => {
          const found: Buffer[] = []
          const track = { codec, payloadType: 96, control: '', parameterSets: [] }
          const assembler = new VideoAssembler(track, buffer => found.push(buffer))
          const payloads = packed(units, packing, codec)
          for (const [index, payload] of payloads.entries()) {
            assembler.take(rtpPacket(payload, index === payloads.length - 1, hasExtras))
          }
          expect(found).toEqual([Buffer.concat(units.flatMap(sent => [Buffer.from([0, 0, 0, 1]), sent]))])
        }),
      )
    },
  )

  test('as a playlist is parsed, or a camera trouble', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '#EXTINF:1,',
        'a.ts',
        '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x12',
        '#EXT-X-MAP:URI=',
        '#EXT-X-ENDLIST',
      ),
      fc.constantFrom(
        '#EXT-X-MEDIA-SEQUENCE:-1',
        '#EXT-X-MEDIA-SEQUENCE:9007199254740993',
        '#EXT-X-STREAM-INF:',
        'http://[',
      ),
    )
    let read = 0
    fc.assert(
      fc.property(fc.array(line), lines => {
        const text = ['#EXTM3U', ...lines].join('\n')
        if (!isTrouble(() => readPlaylist(text, new URL('http://camera.example/')))) read += 1
      }),
      { numRuns: 1_000 },
    )
    expect(read).toBeGreaterThan(0)
  })
})

describe('The session description of a camera', () => {
  const video = (...lines: string[]) => ['v=0', 's=x', ...lines, ''].join('\r\n')

  test('names the codec, the control address, and the parameter sets for decoding', () => {
    const description = video(
      'a=control:*',
      'm=audio 0 RTP/AVP 0',
      'a=control:trackID=0',
      'm=video 0 RTP/AVP 26 97',
      'a=rtpmap:26 JPEG/90000',
      'a=rtpmap:97 h264/90000',
      'a=fmtp:97 packetization-mode=1; sprop-parameter-sets=Z0IAKQ==,aM4=; profile-level-id=420029',
      'a=control:rtsp://192.168.1.4/trackID=1 ',
    )
    expect(videoTrackIn(description)).toEqual({
      codec: 'h264',
      payloadType: 97,
      control: 'rtsp://192.168.1.4/trackID=1',
      parameterSets: [Buffer.from('67420029', 'hex'), Buffer.from('68ce', 'hex')],
    })
  })

  test.each([
    ['no video', video('m=audio 0 RTP/AVP 0')],
    ['a codec that is not known', video('m=video 0 RTP/AVP 26', 'a=rtpmap:26 JPEG/90000')],
    ['nothing', ''],
  ])('with %s shows no picture', (_what, description) => {
    expect(isTrouble(() => videoTrackIn(description))).toBe(true)
  })
})
