import { separate } from './separate'
import type { Transcriber } from './transcriber'

/** The transcriber of every server without a speech model: it separates voices but recognises no words [D24]. */
export const builtInSplitter: Transcriber = {
  dictate: null,
  async transcribe(sound, { signal, onProgress }) {
    const turns = await separate(sound, { signal, onShare: share => onProgress('separating', share) })
    return { hasWords: false, turns }
  },
}
