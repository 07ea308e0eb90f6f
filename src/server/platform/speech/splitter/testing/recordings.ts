import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '../decode'
import { type Split, type SplitOptions, split } from '../split'
import type { Dialogue } from './dialogue'
import { rightShare } from './score'
import { wav } from './wav'

/** Runs a task on a temporary file of sound. */
export async function withFile<T>(bytes: Buffer, task: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-sound-'))
  try {
    const file = join(folder, 'recording.wav')
    await writeFile(file, bytes)
    return await task(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The turns found in a recording, decoded as an upload would be. */
export function splitRecording(samples: Float32Array, options: SplitOptions = {}): Promise<Split> {
  return withFile(wav(samples), file => split(decode(file), 16_000, options))
}

/** How many speakers are found, and the share of speech time that is assigned to the right one. */
export async function judge({ samples, pieces }: Dialogue): Promise<{ speakers: number; share: number }> {
  const { speakers, turns } = await splitRecording(samples)
  return { speakers, share: rightShare(pieces, turns) }
}
