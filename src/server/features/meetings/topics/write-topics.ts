import type { Topic } from '#shared/contract/meetings/endpoints'
import type { AppContext } from '../../../platform/app-context'
import { ModelFailure } from '../../../platform/model/model'
import { topicsByModel } from './by-model'
import { topicsByRules } from './by-rules'
import type { Turn } from './topic'

/** The topics of a meeting: by the connected model, and by rules without one or if it fails [D24, D25]. */
export async function writeTopics(app: AppContext, turns: readonly Turn[], signal: AbortSignal): Promise<Topic[]> {
  if (!app.model) return topicsByRules(turns)
  try {
    return await topicsByModel(app.model, turns, signal)
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    app.log.warn({ err: error }, 'The model found no topics in a meeting.')
    return topicsByRules(turns)
  }
}
