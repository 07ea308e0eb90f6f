import { expect } from 'vitest'
import type { Document } from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { diarizationStatus, startDiarization } from '#shared/contract/meetings/endpoints'
import type { DiarizationStatus } from '#shared/contract/meetings/events'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { type Dialogue, dialogue } from '../../platform/speech/splitter/testing/dialogue'
import { speak } from '../../platform/speech/splitter/testing/voice'
import { wav, wavRate } from '../../platform/speech/splitter/testing/wav'
import { sends } from '../attachments/test-files'

/** A sound file with one sentence that starts after a second. */
export async function sentence(text = 'Could you send me the figures before noon, please?'): Promise<Buffer> {
  const said = await speak('en+linda', text)
  const samples = new Float32Array(said.length + 2 * wavRate)
  samples.set(said, wavRate)
  return wav(samples)
}

export const silence = (seconds: number) => wav(new Float32Array(seconds * wavRate))

/** A meeting of synthetic voices, and its sound file. */
export async function meeting(...voices: string[]): Promise<Dialogue & { bytes: Buffer }> {
  const made = await dialogue({ voices, seed: 9_100 + voices.length })
  return { ...made, bytes: wav(made.samples) }
}

/** Uploads sound and creates a recording from it. */
export async function records(
  who: Actor,
  bytes: Buffer,
  params: Partial<Input<typeof startDiarization>> = {},
): Promise<Document> {
  const { file_id } = await sends(who, { name: 'Stand-up.wav', bytes })
  return who.call(startDiarization, { file_ids: [file_id], ...params })
}

/** The status of a recording once it is done or has failed. */
export function over(who: Actor, doc_id: number): Promise<DiarizationStatus> {
  return eventually(async () => {
    const status = await who.call(diarizationStatus, { doc_id })
    expect(['done', 'failed']).toContain(status.stage)
    return status
  })
}
