import { InvalidSetting, type Settings, settingsTable } from '../../settings'
import type { Clock } from '../clock'
import { speechEndpoint } from './endpoint/endpoint'
import { type Engine, loadEngine, NoEngine } from './local/engine'
import { localSpeech } from './local/local'
import { separate } from './separate'
import type { Transcriber } from './transcriber'

/** Ten minutes are within the limits of services, in time as well as in bytes, even for uncompressed sound. */
const pieceSeconds = 600

/** The transcriber of the settings; the built-in splitter if they name none [D24]. Throws `BadSetting`. */
export function connectSpeech(settings: Settings, clock: Clock, load: () => Engine = loadEngine): Transcriber {
  const { SPEECH_URL, SPEECH_NAME, SPEECH_KEY, SPEECH_TIMEOUT_SECONDS, SPEECH_MODEL_FOLDER } = settings
  const hasCaptions = settings.SPEECH_CAPTIONS === 'on'
  if (SPEECH_URL && SPEECH_NAME) {
    const patience = SPEECH_TIMEOUT_SECONDS * 1000
    return speechEndpoint(
      { url: SPEECH_URL, name: SPEECH_NAME, key: SPEECH_KEY, patience, pieceSeconds },
      clock,
      hasCaptions,
    )
  }
  if (!SPEECH_MODEL_FOLDER) return builtInSplitter
  try {
    return localSpeech(SPEECH_MODEL_FOLDER, load(), hasCaptions)
  } catch (error) {
    if (!(error instanceof NoEngine)) throw error
    throw new InvalidSetting('SPEECH_MODEL_FOLDER', error.message, settingsTable.SPEECH_MODEL_FOLDER.example)
  }
}

/** What a server without a speech model lacks and how to connect one, in one line; null where there is one. */
export function missingSpeech({ SPEECH_URL, SPEECH_MODEL_FOLDER }: Settings): string | null {
  if (SPEECH_URL || SPEECH_MODEL_FOLDER) return null
  return 'recordings show who spoke, without words. Set SPEECH_URL and SPEECH_NAME, or SPEECH_MODEL_FOLDER (docs/settings.md)'
}

/** The transcriber of every server without a speech model: it separates voices but recognises no words [D24]. */
const builtInSplitter: Transcriber = {
  dictate: null,
  caption: null,
  async transcribe(sound, { signal, onProgress }) {
    const turns = await separate(sound, { signal, onShare: share => onProgress('separating', share) })
    return { hasWords: false, turns }
  },
}
