import type { LanguageModel } from 'ai'
import { limitedFetch } from './limited-fetch'

export interface ModelAddress {
  /** The base URL of `/chat/completions`, such as `http://localhost:11434/v1`. */
  url: string
  /** The name of the model. */
  name: string
  key: string | undefined
  /** Milliseconds of silence allowed before the first piece and between pieces. */
  silence: number
}

/** The library with a model that it can ask. */
export interface Connected {
  ai: typeof import('ai')
  model: LanguageModel
}

/** Loads the library and describes the model to it; nothing is sent. */
export async function connect({ url, name, key }: ModelAddress): Promise<Connected> {
  const [ai, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: url,
    fetch: limitedFetch,
    ...(key && { apiKey: key }),
  })
  // Some local servers leave a reasoning model's thoughts in the text, where they do not belong to the answer.
  const model = ai.wrapLanguageModel({
    model: provider(name),
    middleware: ai.extractReasoningMiddleware({ tagName: 'think' }),
  })
  return { ai, model }
}
