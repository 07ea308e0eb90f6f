import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the server [D39]. Labels are names from the code, never ids or addresses of people. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'method' | 'path' | 'status'>
  readonly sockets: Gauge<'kind'>
  readonly events: Counter
  /** Attempts at background jobs, by how they ended. */
  readonly jobs: Counter<'name' | 'outcome'>
  /** Runs of people's jobs, by how they ended; `reason` is empty for those that succeeded. */
  readonly runs: Counter<'status' | 'reason'>
  /** From the planned time of a run to its start. */
  readonly runLateness: Histogram
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'wheelhouse_' })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'wheelhouse_request_seconds',
      help: 'Time from request to answer.',
      labelNames: ['method', 'path', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    sockets: new Gauge({ name: 'wheelhouse_sockets', help: 'Open sockets.', labelNames: ['kind'], registers }),
    events: new Counter({
      name: 'wheelhouse_events_delivered_total',
      help: 'Event frames sent to sockets.',
      registers,
    }),
    jobs: new Counter({
      name: 'wheelhouse_jobs_total',
      help: 'Attempts at jobs by how they ended: done, failed, or given_up.',
      labelNames: ['name', 'outcome'],
      registers,
    }),
    runs: new Counter({
      name: 'wheelhouse_runs_total',
      help: 'Runs by how they ended: succeeded, failed or skipped, and why.',
      labelNames: ['status', 'reason'],
      registers,
    }),
    runLateness: new Histogram({
      name: 'wheelhouse_run_lateness_seconds',
      help: 'Time from the planned time of a run to its start.',
      buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300, 3600],
      registers,
    }),
  }
}
