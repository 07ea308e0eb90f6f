import { expect } from 'vitest'
import { startUpload, uploadPart } from '#shared/contract/attachments/endpoints'
import type { Answer } from '#shared/contract/endpoint'
import { type GuestRecording, guestRecording, uploadGuestFiles } from '#shared/contract/guests/endpoints'
import { fetchMate, type MateMessage, sendToMate } from '#shared/contract/mate/endpoints'
import { nameSpeaker } from '#shared/contract/meetings/endpoints'
import { eventually } from '#shared/testing/eventually'
import type { Actor, SentFile } from '../../../../test/actor'
import { hears, type LoopbackSpeech } from '../../platform/speech/testing/loopback-speech'
import { silence } from '../meetings/test-meeting'

/** Uploads a recording as a guest. */
export function uploads(guest: Actor, ...bytes: Buffer[]): Promise<Answer<typeof uploadGuestFiles>> {
  const files: SentFile[] = bytes.map((byte, index) => ({ name: `Part ${index + 1}.wav`, bytes: byte }))
  return guest.call(uploadGuestFiles, {}, { files })
}

/** A recording of a guest once it is done or has failed. */
export function finishedRecording(guest: Actor, batch_id: string): Promise<GuestRecording> {
  return eventually(async () => {
    const recording = await guest.call(guestRecording, { batch_id })
    expect(['done', 'failed']).toContain(recording.stage)
    return recording
  })
}

/** Waits until Mate has answered. */
export async function mateAnswered(guest: Actor): Promise<MateMessage> {
  return eventually(async () => {
    const [newest] = await guest.call(fetchMate, { limit: 1 })
    expect(newest).toMatchObject({ is_from_ai: true, state: 'done' })
    return newest as MateMessage
  })
}

/** The ids of a guest in the database. */
export async function guestIds(guest: Actor): Promise<{ user_id: number; organization_id: number }> {
  const server = guest.server as Actor['server'] & {
    asOwner(sql: string, values: unknown[]): Promise<{ user_id: string; organization_id: string }[]>
  }
  const [row] = await server.asOwner('select user_id, organization_id from guests where id = $1', [
    guest.guest?.guest_id,
  ])
  return { user_id: Number(row?.user_id), organization_id: Number(row?.organization_id) }
}

/** The data of a guest. */
export interface Belongings {
  guest: Actor
  batch_id: string
  doc_id: number
  file_id: string
  /** A running upload. */
  upload_id: string
  message_id: number
}

/** Stores the secret wherever guests can write: in words, names, questions, files and unfinished uploads. */
export async function storesSecret(guest: Actor, speech: LoopbackSpeech, secret: string): Promise<Belongings> {
  const text = `We decided to hide the ${secret} behind the pump and to tell nobody.`
  speech.will(hears({ start: 0, end: 4, text, speaker: 'A' }))
  const { batch_id, files } = await uploads(guest, silence(10))
  const { doc_id, transcript } = await finishedRecording(guest, batch_id)
  const version = transcript?.version ?? 0
  await guest.call(nameSpeaker, { doc_id, version, speaker: 1, name: `Keeper of the ${secret}` }, { key: secret })
  const question = { message: `Where is the ${secret}?`, client_id: secret }
  const { message_id } = await guest.call(sendToMate, question, { key: `${secret} too` })
  await mateAnswered(guest)
  const upload = await guest.call(startUpload, { file_name: `${secret}.wav` })
  await guest.call(uploadPart, { file_id: upload.file_id, part: 1 }, { bytes: Buffer.from(secret) })
  return { guest, batch_id, doc_id, file_id: files[0]?.file_id ?? '', upload_id: upload.file_id, message_id }
}
