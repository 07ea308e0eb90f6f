import type { Keeping } from '../feed/keeping'
import type { Deeds } from './crowd'
import type { Held, Sample } from './sample'
import { type Series, type Trend, trendOf } from './trend'

/** Everything that a soak has seen. */
export interface Seen {
  minutes: number
  samples: readonly Sample[]
  /** The main process of the desktop app; empty when it took no part. */
  desktop: readonly (Held & { minute: number })[]
  /** The server before anybody came, and when everybody had left. */
  before: Sample
  after: Sample
  keeping: Keeping
  deeds: Deeds
  /** How often cameras were cut off and asked again, and how often that was to happen. */
  returns: number
  wanted: number
  /** Lines of the server's log. */
  errors: readonly string[]
}

/** Minutes; memory cannot be judged before a server has been warm for a while. */
export const longEnough = 10
/**
 * Megabytes a minute, and share of what there was. Pages of files come and go with the machine's mood and are left out. What is no
 * leak moves by some megabytes all the same: how full the heap is when its least is seen, and what the allocator keeps; over a
 * quarter of an hour that makes a slope of a few tenths of a megabyte.
 */
const memoryMost = { perMinute: 1, share: 0.15 }
/** Parts of that memory, which are too small for a share to say something. */
const partMost = { perMinute: memoryMost.perMinute }
/** Connections to cameras come and go, and the least of a minute is not always the same. */
const filesMost = { perMinute: 0.5 }
/** It is asked once a second. On a busy machine the double takes long to grab the screen; fewer than this, and it took no part. */
const desktopPicturesPerMinute = 10
/** Connections to the database at most, by default. */
const poolSize = 10
/** Files that may be open in the end beyond those of the beginning, without connections to the database. */
const filesLeft = 3

export function trendsOf({ samples, desktop }: Seen): Trend[] {
  const pointsOf = (value: (sample: Sample) => number) =>
    samples.map(sample => ({ minute: sample.minute, value: value(sample) }))
  const memory = { unit: 'MB', most: memoryMost }
  const part = { unit: 'MB', most: partMost }
  const files = { unit: '', most: filesMost }
  const series: Series[] = [
    { what: 'Memory of the server, without files', ...memory, points: pointsOf(({ own }) => own) },
    { what: '… its heap in use', ...part, points: pointsOf(({ heap }) => heap) },
    { what: '… memory outside of the heap', ...part, points: pointsOf(({ external }) => external) },
    // How many connections callers keep is theirs to say.
    {
      what: 'Open files of the server, without callers',
      ...files,
      points: pointsOf(sample => sample.files - sample.callers),
    },
  ]
  if (desktop.length > 0) {
    const points = desktop.map(({ minute, own }) => ({ minute, value: own }))
    series.push({ what: 'Memory of the desktop app’s main process', ...memory, points })
    const ofDesktop = desktop.map(one => ({ minute: one.minute, value: one.files }))
    series.push({ what: '… its open files', ...files, points: ofDesktop })
  }
  return series.map(trendOf)
}

/** Why it did not hold; nothing when it did. */
export function complaintsOf(seen: Seen, trends: readonly Trend[]): string[] {
  const { samples, desktop, before, after, keeping, deeds, returns, wanted, minutes, errors } = seen
  const complaints: string[] = []
  const complain = (is: boolean, text: string) => {
    if (is) complaints.push(text)
  }
  if (minutes >= longEnough) for (const { why } of trends) complain(why !== null, why ?? '')
  const connections = Math.max(...samples.map(sample => sample.connections))
  complain(connections > poolSize, `there were ${connections} connections to the database`)
  complain(after.ffmpegs > 0, `${after.ffmpegs} ffmpeg were left`)
  complain(after.zombies > 0, `${after.zombies} ended processes were not asked after`)
  complain(after.sockets > 0, `${after.sockets} sockets were left`)
  const files = after.files - after.connections - (before.files - before.connections)
  complain(files > filesLeft, `${files} files more were open in the end than in the beginning`)
  const { orphans, missing } = keeping
  complain(orphans.length > 0, `${orphans.length} objects have no row: ${orphans[0]}`)
  complain(missing.length > 0, `${missing.length} rows have no object: ${missing[0]}`)
  complain(returns < wanted, `cameras came back ${returns} times, and ${wanted} were wanted`)
  complain(deeds.pictures === 0, 'nobody saw a picture')
  const expected = desktop.length > 0 ? minutes * desktopPicturesPerMinute : 0
  complain(deeds.fromDesktop < expected, `the desktop app’s screen was seen ${deeds.fromDesktop} times only`)
  complain(deeds.failures.length > 0, `${deeds.failures.length} things failed: ${deeds.failures[0]}`)
  complain(errors.length > 0, `the server complained ${errors.length} times: ${errors[0]}`)
  return complaints
}
