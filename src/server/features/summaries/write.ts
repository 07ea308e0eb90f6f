import type { SummaryState } from '#shared/contract/summaries/endpoints'
import type { AppContext } from '../../platform/app-context'
import { summaryByModel } from './writing/by-model'
import { summaryOf } from './writing/in-thread'
import type { SummaryParams } from './writing/source'

/**
 * Writes a summary in which every sentence ends with what it rests on: with the connected model, and without one, or where nothing
 * that it said could be kept, from the sources' own sentences [D25]. Empty where those say nothing. Throws `ModelFailure`.
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
