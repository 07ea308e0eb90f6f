import type { Clock } from '../../clock'
import { limitedFetch } from '../../model/limited-fetch'
import { cutAtPauses } from '../pieces'
import { type Sound, SpeechFailure } from '../transcriber'
import { storable } from './answer'
import { cuttingFor, type SpeechAddress } from './ask'
import { pack } from './pack'

/**
 * Transcribes short recordings with a speech service. The library is loaded on first use. Requests are not retried,
 * because the person can dictate again.
 */
export function dictation(
  address: SpeechAddress,
  clock: Clock,
): (sound: Sound, signal: AbortSignal) => Promise<string> {
  let connected: ReturnType<typeof connect> | undefined
  return async (sound, signal) => {
    connected ??= connect(address)
    const model = await connected
    const words: string[] = []
    for await (const { samples } of cutAtPauses(sound.pcm(signal), cuttingFor(address))) {
      const { bytes, mime_type } = await pack(samples)
      const timeLimit = new AbortController()
      const cancel = clock.after(address.patience, () => timeLimit.abort())
      try {
        const abortSignal = AbortSignal.any([signal, timeLimit.signal])
        const { text } = await model.doGenerate({ audio: bytes, mediaType: mime_type, abortSignal })
        words.push(storable(text).trim())
      } catch (error) {
        signal.throwIfAborted()
        throw failureFrom(error)
      } finally {
        cancel()
      }
    }
    return words.filter(Boolean).join(' ')
  }
}

async function connect({ url, name, key }: SpeechAddress) {
  const { createOpenAI } = await import('@ai-sdk/openai')
  const asking: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    // The library requires a key for every service.
    if (!key) headers.delete('authorization')
    return limitedFetch(input, { ...init, headers })
  }
  return createOpenAI({ baseURL: url, apiKey: key ?? '', fetch: asking }).transcription(name)
}

/** Library errors repeat the service's message, which may include the key, so only their kind is reported. */
function failureFrom(error: unknown): SpeechFailure {
  const { name = 'Error', statusCode } = error as { name?: string; statusCode?: number }
  const told = typeof statusCode === 'number' ? `${name} · HTTP ${statusCode}` : name
  return new SpeechFailure(`The speech service returned no words: ${told}`)
}
