import type { StoreComparison } from '../feed/store-comparison'
import type { Deeds } from './crowd'
import type { ProcessSample, Sample } from './sample'
import { type Series, type Trend, trendOf } from './trend'

/** The data of a soak test. */
export interface Seen {
  minutes: number
  samples: readonly Sample[]
  /** The main process of the desktop app; empty if it did not take part. */
  desktop: readonly (ProcessSample & { minute: number })[]
  /** The server before anybody came, and after everybody left. */
  before: Sample
  after: Sample
  keeping: StoreComparison
  deeds: Deeds
  /** How often cameras were disconnected and contacted again, and how often that was planned. */
  returns: number
  wanted: number
  /** Lines of the server's log. */
  errors: readonly string[]
}

/** Minutes; memory cannot be judged before a server has been warm for a while. */
export const longEnough = 10
/**
 * Limits in megabytes a minute, and as a share. Cached pages of files vary with the machine and are left out. Without a
 * leak, memory still moves by some megabytes: the heap at its minimum varies, and so does the allocator's reserve. Over
 * a quarter of an hour that makes a slope of a few tenths of a megabyte.
 */
const memoryMost = { perMinute: 1, share: 0.15 }
/** Parts of that memory, which are too small for a meaningful share. */
const partMost = { perMinute: memoryMost.perMinute }
/** Connections to cameras come and go, so the minimum of a minute varies. */
const filesMost = { perMinute: 0.5 }
/**
 * The screen is asked once a second. On a busy machine the double takes long to capture it; with fewer pictures than
 * this it did not take part.
 */
const desktopPicturesPerMinute = 10
/** The default limit of database connections. */
const poolSize = 10
/** How many more files may be open at the end, without database connections. */
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
    // Callers decide how many connections they keep.
    {
      what: 'Open files of the server, without callers',
      ...files,
      points: pointsOf(sample => sample.files - sample.callers),
    },
  ]
  if (desktop.length > 0) {
    const points = desktop.map(({ minute, own }) => ({ minute, value: own }))
    series.push({ what: 'Memory of the desktop app’s main process', ...memory, points })
    const ofDesktop = desktop.map(point => ({ minute: point.minute, value: point.files }))
    series.push({ what: '… its open files', ...files, points: ofDesktop })
  }
  return series.map(trendOf)
}

/** The reasons for a failure; empty on success. */
export function complaintsOf(seen: Seen, trends: readonly Trend[]): string[] {
  const { samples, desktop, before, after, keeping, deeds, returns, wanted, minutes, errors } = seen
  const complaints: string[] = []
  const complain = (is: boolean, text: string) => {
    if (is) complaints.push(text)
  }
  if (minutes >= longEnough) for (const { why } of trends) complain(why !== null, why ?? '')
  const connections = Math.max(...samples.map(sample => sample.connections))
  complain(connections > poolSize, `there were ${connections} connections to the database`)
  complain(after.ffmpegs > 0, `${after.ffmpegs} ffmpeg processes were left`)
  complain(after.zombies > 0, `${after.zombies} zombie processes were left`)
  complain(after.sockets > 0, `${after.sockets} sockets were left`)
  const files = after.files - after.connections - (before.files - before.connections)
  complain(files > filesLeft, `${files} more files were open at the end than at the beginning`)
  const { orphans, missing } = keeping
  complain(orphans.length > 0, `${orphans.length} objects have no row: ${orphans[0]}`)
  complain(missing.length > 0, `${missing.length} rows have no object: ${missing[0]}`)
  complain(returns < wanted, `cameras returned ${returns} times, and ${wanted} were planned`)
  complain(deeds.pictures === 0, 'nobody saw a picture')
  const expected = desktop.length > 0 ? minutes * desktopPicturesPerMinute : 0
  complain(deeds.fromDesktop < expected, `the desktop app’s screen was only seen ${deeds.fromDesktop} times`)
  complain(deeds.failures.length > 0, `${deeds.failures.length} things failed: ${deeds.failures[0]}`)
  complain(errors.length > 0, `the server logged ${errors.length} errors: ${errors[0]}`)
  return complaints
}
