import type { SummaryState } from '#shared/contract/summaries'
import type { House } from '../../platform/house'
import { summaryByItself } from './summary/by-itself'
import { summaryByModel } from './summary/by-model'
import type { SummaryWish } from './summary/source'

/**
 * Writes a summary in which every sentence ends with what it rests on: with the connected model, and without one, or where nothing
 * that it said could be kept, from the sources' own sentences [D25]. Empty where those say nothing. Throws `ModelFailure`.
 */
export async function writeSummary(
  house: House,
  wish: SummaryWish,
  signal: AbortSignal,
): Promise<{ content: string; model: SummaryState['model'] }> {
  if (!house.model) return { content: summaryByItself(wish), model: 'none' }
  const content = await summaryByModel(house, house.model, wish, signal)
  return content === '' ? { content: summaryByItself(wish), model: 'unused' } : { content, model: 'used' }
}
