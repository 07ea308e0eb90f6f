import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { compareStore } from './feed/store-comparison'
import { newWorkspace, screenOf } from './feed/workspace'
import { asOwner, type Product, startProduct } from './product'
import { openCameras } from './soak/cameras'
import { runPictureCleanup } from './soak/cleanup'
import { Crowd } from './soak/crowd'
import { SoakDesktop } from './soak/desktop'
import type { Seen } from './soak/judge'
import { report } from './soak/print'
import { type ProcessSample, type Sample, sampleProcess, sampleServer } from './soak/sample'

// Usage: npm run soak [-- --minutes 3 --without-desktop]. Thirty minutes without a number; Linux only.

const sampleEvery = 10_000
const sweepEvery = 30_000
/** Cameras are disconnected and return about a thousand times in half an hour. */
const returnsPerMinute = 1_000 / 30
/**
 * Everything idle is closed by then: cameras after 5 s, database connections after 30, kept-alive connections of
 * callers after 72.
 */
const quietAfter = 90_000
const [sharing, others] = [5, 6]

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, 'without-desktop': { type: 'boolean', default: false } },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes needs a number.')

const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-soak-'))
await mkdir(join(folder, 'data'))
await mkdir(join(folder, 'desktop'))
const product = await startProduct(join(folder, 'data'), { CAMERA_ALLOWED_NETWORKS: '127.0.0.0/8' })
let held = false
try {
  held = report(await asOwner(product.dataDir, database => soak(product, database)))
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(held ? 0 : 1)

async function soak({ child, port, dataDir }: Product, database: pg.ClientBase) {
  const logged = listenTo(child)
  const server = { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, dataDir, database }
  const people = await newWorkspace(port, 1 + sharing + others)
  await delay(quietAfter)
  const before = await sampleServer(server, 0)

  const cameras = await openCameras()
  const withDesktop = SoakDesktop.isPossible && !values['without-desktop']
  const onDesktop = people.at(-1)
  const desktop = withDesktop && onDesktop ? await SoakDesktop.open(onDesktop, join(folder, 'desktop')) : null
  const screen = desktop && onDesktop ? screenOf(onDesktop) : null
  const crowd = await Crowd.open(people, cameras, { sharing, desktop: screen })

  const samples: Sample[] = []
  const ofDesktop: (ProcessSample & { minute: number })[] = []
  const began = performance.now()
  const end = began + minutes * 60_000
  let swept = began
  while (performance.now() < end) {
    await delay(sampleEvery)
    const minute = (performance.now() - began) / 60_000
    samples.push(await sampleServer(server, minute))
    if (desktop) ofDesktop.push({ minute, ...sampleProcess(desktop.pid) })
    if (performance.now() - swept > sweepEvery) {
      await runPictureCleanup(dataDir)
      swept = performance.now()
    }
    if (samples.length % 6 === 0) console.error(lineOf(samples.at(-1)))
  }

  await crowd.leave()
  await desktop?.close()
  await delay(quietAfter)
  const after = await sampleServer(server, (performance.now() - began) / 60_000)
  const keeping = await compareStore({ dataDir })
  const returns = cameras.reduce((sum, camera) => sum + camera.returns(), 0)
  for (const camera of cameras) {
    console.error(`${camera.name}: returned ${camera.returns()} times`)
    await camera.close()
  }
  const wanted = Math.floor(minutes * returnsPerMinute)
  const { deeds } = crowd
  const told = { before, after, keeping, deeds, returns, wanted, errors: logged() }
  return { minutes, samples, desktop: ofDesktop, ...told } satisfies Seen
}

/** Errors that the server logs, and warnings of Node, from now on. */
function listenTo({ stdout, stderr }: ChildProcess): () => string[] {
  let said = ''
  for (const stream of [stdout, stderr]) {
    stream?.on('data', chunk => {
      said += String(chunk)
    })
  }
  return () => said.split('\n').filter(line => /"level":[56]0|Warning:/.test(line))
}

function lineOf(sample: Sample | undefined): string {
  if (!sample) return ''
  const { minute, pss, heap, files, ffmpegs, objects } = sample
  return `${minute.toFixed(1)} min: ${pss.toFixed(0)} MB, heap ${heap.toFixed(0)} MB, ${files} files, ${ffmpegs} ffmpeg, ${objects} objects`
}
