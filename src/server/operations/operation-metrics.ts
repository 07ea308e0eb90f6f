import { Gauge } from 'prom-client'
import type { AppContext } from '../platform/app-context'
import { inTransaction } from '../platform/database/transaction'
import { lastOf, type OperationKind } from './history-sql'

/** When a backup and a rehearsal last ended well, whichever server did it [D39]. Without one the metric is missing. */
export function addOperationMetrics(app: AppContext): void {
  const kinds: Record<OperationKind, string> = {
    backup: 'When the last good backup was made, in seconds since 1970.',
    rehearsal: 'When a backup was last restored on trial and found complete, in seconds since 1970.',
  }
  for (const [kind, help] of Object.entries(kinds) as [OperationKind, string][])
    new Gauge({
      name: `wheelhouse_last_${kind}_seconds`,
      help,
      registers: [app.metrics.registry],
      async collect() {
        this.reset()
        // The other metrics are needed most while the database is away.
        const good = await inTransaction(app.pool, { readOnly: true }, async tx => (await lastOf(tx, kind)).good).catch(
          () => null,
        )
        if (good?.ended_at) this.set(Date.parse(good.ended_at) / 1000)
        else this.remove()
      },
    })
}
