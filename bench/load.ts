import { type Shot, Wire } from './wire'

interface Target {
  port: number
  /** The next request of this worker. */
  next(worker: number): Shot
}

interface Measured {
  /** Requests a second. */
  perSecond: number
  /** The median in milliseconds. */
  p50: number
  /** The 95th percentile in milliseconds. */
  p95: number
}

const warmUp = 700
/** How long a server is warmed up before its first round, so that its code is compiled. */
const settling = 3_000

/** Sends requests to each of them for a while without measuring. */
export async function settle(targets: readonly Target[], workers: number): Promise<void> {
  for (const target of targets) await load(target, workers, settling)
}

/** A closed loop: each worker sends its next request when its last one was answered. */
export async function load({ port, next }: Target, workers: number, milliseconds: number): Promise<Measured> {
  const warm = performance.now() + warmUp
  const end = warm + milliseconds
  const times: number[] = []
  const work = async (worker: number) => {
    const wire = new Wire(port)
    while (performance.now() < end) {
      const began = performance.now()
      await wire.ask(next(worker))
      const ended = performance.now()
      if (began >= warm && ended <= end) times.push(ended - began)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return { perSecond: (times.length / milliseconds) * 1000, p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((value, other) => value - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
