import { separate } from './separate'
import type { Transcriber } from './transcriber'

/** What every server has: it tells voices apart and knows no words [D24]. */
export const builtInSplitter: Transcriber = {
  dictate: null,
  async transcribe(sound, { signal, onProgress }) {
    const turns = await separate(sound, { signal, onShare: share => onProgress('separating', share) })
    return { hasWords: false, turns }
  },
}
