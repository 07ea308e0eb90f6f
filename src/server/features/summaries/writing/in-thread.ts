import type { Log } from '#shared/contract/logs/log'
import { type AppContext, perApp } from '../../../platform/app-context'
import { ThreadPool } from '../../../platform/threads'
import { asFarAsRead } from '../../../platform/words/extract'
import type { SummaryParams } from './source'
import type { textWork } from './text-work'

/**
 * Extraction from 200,000 characters takes up to 0.2 s, so it runs in a thread, which receives only the fields it
 * reads.
 */
const pool = perApp(
  () =>
    new ThreadPool<typeof textWork>(
      new URL('./text-thread.ts', import.meta.url),
      async () => (await import('./text-work')).textWork,
    ),
)

/** A summary made of the sources' own sentences, each with its source; empty if they contain nothing [D25]. */
export function summaryOf(app: AppContext, params: SummaryParams): Promise<string> {
  return pool(app).run('summary', { ...params, sources: asFarAsRead(params.sources) })
}

/** The sentences that represent logs, each with its log, and the words that several logs use. */
export async function digestOf(app: AppContext, logs: readonly Log[], atMost: { sentences: number; words: number }) {
  const read = asFarAsRead(logs).map(({ title, content, created_at, labels }, index) => ({
    title,
    content,
    created_at,
    labels,
    index,
  }))
  const { extracts, mentioned } = await pool(app).run('digest', { logs: read, ...atMost })
  return {
    mentioned,
    extracts: extracts.flatMap(({ index, ...extract }) => {
      const log = logs[index]
      return log ? [{ ...extract, log }] : []
    }),
  }
}
