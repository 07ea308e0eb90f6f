import type { Settings } from '../../settings'
import type { Clock } from '../clock'
import type { Model } from './model'
import { openAiCompatible } from './openai-compatible'

/** The connected model, or null if none is configured [D25]. */
export function connectModel(settings: Settings, clock: Clock): Model | null {
  const { MODEL_URL, MODEL_NAME, MODEL_KEY, MODEL_TIMEOUT_SECONDS } = settings
  if (!MODEL_URL || !MODEL_NAME) return null
  const silence = MODEL_TIMEOUT_SECONDS * 1000
  return openAiCompatible({ url: MODEL_URL, name: MODEL_NAME, key: MODEL_KEY, silence }, clock)
}
