import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../../../../test/clock'
import { Credentials } from './credentials'
import { Decoder } from './decoder'
import { systemNetwork } from './guard'
import { RtspServer } from './testing/rtsp-server'
import { Viewer } from './testing/viewer'

/** More than a pipe takes at once, so that it is waited for. */
const picture = Buffer.alloc(200_000)
const pictures = 4_000
/** Bytes; what each picture left behind would be several hundred. */
const most = 100 * pictures

/** Bytes of the heap that are still needed. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('A camera that is looked at for hours takes no memory for the pictures that went by [D35]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-decoder-'))
  const swallow = join(folder, 'ffmpeg')
  await writeFile(swallow, '#!/bin/sh\nexec cat > /dev/null\n')
  await chmod(swallow, 0o755)
  const address = new URL('rtsp://9.9.9.9/live')
  const decoder = new Decoder(swallow, 'h264', {
    ...{ address, credentials: new Credentials(address), network: systemNetwork, allowed: [] },
    ...{ every: 1_000, picture: () => {}, clock: new TestClock(), log: pino({ level: 'silent' }) },
    signal: new AbortController().signal,
  })
  const play = async () => {
    for (let count = 0; count < pictures; count += 1) await decoder.write(picture)
  }
  await play()
  const before = heapInUse()
  await play()
  expect(heapInUse() - before).toBeLessThan(most)
  await decoder.close()
  await rm(folder, { recursive: true, force: true })
})

test('An RTSP camera whose pictures ffmpeg does not take for a while makes nobody wait for each of them [D35]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-decoder-'))
  const ignore = join(folder, 'ffmpeg')
  await writeFile(ignore, '#!/bin/sh\nexec sleep 1000\n')
  await chmod(ignore, 0o755)
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  // Five pictures are as much as a pipe holds; the rest waits for ffmpeg.
  const camera = await RtspServer.open({ codec: 'h264', packing: 'fragments', pictures: [[Buffer.alloc(20_000, 1)]] })
  camera.hangsUpAt = 50
  const viewer = Viewer.of(camera.address(), 'rtsp', { ffmpeg: ignore })
  await viewer.failed()
  expect(warnings).toEqual([])
  process.off('warning', note)
  await viewer.close()
  await camera.close()
  await rm(folder, { recursive: true, force: true })
})
