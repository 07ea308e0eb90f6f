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

/** More than a pipe buffers, so that writing has to wait. */
const picture = Buffer.alloc(200_000)
const pictures = 4_000
/** A limit in bytes; a leak would keep several hundred bytes for each picture. */
const most = 100 * pictures

/** Bytes of the heap in use after garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('A camera that is watched for hours keeps no memory for past pictures [D35]', async () => {
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

test('Pictures of an RTSP camera that ffmpeg takes slowly do not each add a waiting writer [D35]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-decoder-'))
  const ignore = join(folder, 'ffmpeg')
  await writeFile(ignore, '#!/bin/sh\nexec sleep 1000\n')
  await chmod(ignore, 0o755)
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  // A pipe buffers five pictures; the others wait for ffmpeg.
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
