import type { SummaryState } from '#shared/contract/summaries/endpoints'
import type { AppContext } from '../../platform/app-context'
import { summaryByModel } from './writing/by-model'
import { summaryOf } from './writing/in-thread'
import type { SummaryParams } from './writing/source'

/**
 * Writes a summary in which every sentence cites its sources. Uses the connected model; without one, or if nothing of
 * its output is usable, takes sentences of the sources [D25]. Empty if those contain nothing. Throws `ModelFailure`.
 */
export async function writeSummary(
  app: AppContext,
  params: SummaryParams,
  signal: AbortSignal,
): Promise<{ content: string; model: SummaryState['model'] }> {
  if (!app.model) return { content: await summaryOf(app, params), model: 'none' }
  const content = await summaryByModel(app, app.model, params, signal)
  return content === '' ? { content: await summaryOf(app, params), model: 'unused' } : { content, model: 'used' }
}
