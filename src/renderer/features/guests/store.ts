import { type GuestRecording, guestRecording, registerGuest } from '#shared/contract/guests/endpoints'
import { startDiarization, type Transcript } from '#shared/contract/meetings/endpoints'
import { call, type Outcome } from '../../platform/api'
import { guestAccount, guestCredentials, useGuest } from '../../platform/guest'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { createSlice } from '../../platform/store'
import { adoptUploads, releaseUploads, useUploadStore } from '../attachments/store'
import { adoptRecordings, documentNameFrom, readTranscriptWith, useTranscripts } from '../meetings/store'

export interface Failure {
  code: string
  message: string
}

/** The place under which a guest's uploads are listed. */
export const uploadPlace = 'guest'

/** Registering as a guest. */
export const useGuestEntry = createSlice(
  'guestEntry',
  { isEntering: false, failure: null as Failure | null },
  (set, get) => ({
    /**
     * Registers a guest on this device unless there is one. Unsent uploads of the previous guest pass to the new one.
     */
    async enter() {
      if (get().isEntering || guestCredentials()) return
      set({ isEntering: true, failure: null })
      const { language } = usePreferences.getState()
      const outcome = await call(registerGuest, { language, timezone: browserTimeZone() })
      if (outcome.ok) {
        const { formerId } = useGuest.getState()
        useGuest.getState().become(outcome.data)
        if (formerId !== null) await adopt(guestAccount(formerId), guestAccount(outcome.data.guest_id))
      }
      set({ isEntering: false, failure: outcome.ok ? null : { code: outcome.code, message: outcome.message } })
    },
  }),
  { scope: 'device' },
)

async function adopt(former: string, now: string): Promise<void> {
  await adoptUploads(former, uploadPlace)
  await adoptRecordings(former, now)
}

interface RecordingEntry {
  recording: GuestRecording | null
  failure: Failure | null
}

/** The recordings of the guest, by batch. */
export const useGuestRecordings = createSlice(
  'guestRecordings',
  {
    known: {} as Record<string, RecordingEntry>,
    /** Uploaded files that are becoming recordings, by upload; null while the request runs. */
    handing: {} as Record<string, Failure | null>,
  },
  (_set, _get, writer) => ({
    async read(batch_id: string): Promise<Outcome<GuestRecording>> {
      const write = writer()
      const outcome = await call(guestRecording, { batch_id })
      if (outcome.ok) {
        const { batch_id: _, uploaded_at: __, files: ___, transcript, summary: ____, ...status } = outcome.data
        readTranscriptWith(status.doc_id, () => transcriptOf(batch_id))
        useTranscripts.getState().take(status, transcript)
      }
      write(({ known }) => {
        const recording = outcome.ok ? outcome.data : (known[batch_id]?.recording ?? null)
        known[batch_id] = { recording, failure: outcome.ok ? null : { code: outcome.code, message: outcome.message } }
      })
      return outcome
    },

    /** Turns an uploaded file into a recording. */
    async handOver(upload_id: string): Promise<void> {
      const upload = useUploadStore.getState().uploads.find(candidate => candidate.id === upload_id)
      const { file_id, batch_id, name = '' } = upload ?? {}
      if (!file_id || !batch_id) return
      const write = writer()
      write(({ handing }) => {
        handing[upload_id] = null
      })
      const outcome = await call(
        startDiarization,
        { file_ids: [file_id], document_name: documentNameFrom(name) },
        { idempotencyKey: `guest.${upload_id}` },
      )
      write(({ handing }) => {
        if (outcome.ok) delete handing[upload_id]
        else handing[upload_id] = { code: outcome.code, message: outcome.message }
      })
      if (!outcome.ok) return
      useGuest.getState().add(batch_id)
      releaseUploads([upload_id])
    },
  }),
  { scope: 'account' },
)

async function transcriptOf(batch_id: string): Promise<Outcome<Transcript>> {
  const outcome = await useGuestRecordings.getState().read(batch_id)
  if (!outcome.ok) return outcome
  const { transcript } = outcome.data
  if (transcript) return { ...outcome, data: transcript }
  return { ok: false, data: null, status: 409, code: 'transcript.not_ready', message: '' }
}
