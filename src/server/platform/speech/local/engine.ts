import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The optional package that runs speech models on this machine. It is not installed by default. */
export const enginePackage = 'sherpa-onnx-node'

/** The parts of the package that are used. */
export interface Engine {
  OfflineRecognizer: {
    createAsync(config: Record<string, unknown>): Promise<Recognizer>
  }
}

export interface Recognizer {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void }
  /** Runs in a thread beside the event loop. */
  decodeAsync(stream: ReturnType<Recognizer['createStream']>): Promise<{ text: string }>
}

/** Why there is no engine, for the operator. */
export class NoEngine extends Error {
  override name = 'NoEngine'
}

/** Loads the package. Throws {@link NoEngine} if it is not installed or does not support this machine. */
export function loadEngine(): Engine {
  try {
    return createRequire(import.meta.url)(enginePackage) as Engine
  } catch (cause) {
    throw new NoEngine(`needs the package ${enginePackage}, which cannot be loaded: install it with npm`, { cause })
  }
}

/**
 * The engine configuration for the model in a folder: Whisper's two files, or a transducer's three. Throws {@link
 * NoEngine}.
 */
export function modelIn(folder: string): Record<string, unknown> {
  const files = namesIn(folder)
  // Of two sizes, the smaller one, which is nearly as good and twice as fast.
  const find = (part: string) =>
    files.find(name => name.includes(part) && name.endsWith('.int8.onnx')) ??
    files.find(name => name.includes(part) && name.endsWith('.onnx'))
  const needed = (name: string | undefined, what: string) => {
    if (name === undefined) throw new NoEngine(`${folder} holds no ${what}`)
    return join(folder, name)
  }
  const encoder = needed(find('encoder'), '…encoder….onnx')
  const decoder = needed(find('decoder'), '…decoder….onnx')
  const tokens = needed(
    files.find(name => name.endsWith('tokens.txt')),
    '…tokens.txt',
  )
  const joiner = find('joiner')
  return joiner === undefined
    ? { whisper: { encoder, decoder, task: 'transcribe' }, tokens }
    : { transducer: { encoder, decoder, joiner: join(folder, joiner) }, tokens }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    throw new NoEngine(`${folder} is no folder that can be read`)
  }
}
