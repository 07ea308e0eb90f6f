import type { DiarizationFailure, DiarizationStage } from '#shared/contract/meetings/events'
import type { AppContext } from '../../platform/app-context'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import { JobCancelled, type JobRun, JobTakenOver, ServerStopping } from '../../platform/jobs/job'
import type { Ports } from '../../platform/ports'
import { portsOf } from '../../platform/registry'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { attachmentsOf } from '../attachments/service'
import { deleteCaptions } from './live-store'
import { filesOf, type RecordingRow } from './recordings-store'
import { FilesSound, NoTranscript, reasonOf } from './sound'
import { statusEvent } from './status'
import { replaceTopics } from './topics/store'
import { writeTopics } from './topics/write-topics'
import { turnsOf } from './transcript-store'
import * as store from './transcription-store'

/** Milliseconds between two updates of the progress. */
const progressInterval = 1_000
/** The share of the progress for transcription; the rest is for the summary. */
const listeningShare = 0.95

/** The recording was finished, or moved to another organisation, in the meantime. */
class NothingToDo extends Error {}

interface Progress {
  stage: DiarizationStage
  progress: number
}

/** One attempt to transcribe a recording. */
export class Transcription {
  readonly #controller = new AbortController()
  readonly #signal: AbortSignal
  #latest: Progress | null = null
  #cancelUpdate: (() => void) | null = null
  /** Writes run one after the other. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly app: AppContext,
    private readonly recording: { organization_id: number; doc_id: number },
    private readonly jobRun: JobRun,
  ) {
    this.#signal = AbortSignal.any([jobRun.signal, this.#controller.signal])
  }

  /** Rejects if it must run again: after an interruption, or if its end could not be stored. */
  async run(): Promise<void> {
    const { doc_id, organization_id } = this.recording
    const unsubscribe = this.app.bus.subscribe(message => {
      if (message.topic === 'events' && message.events.some(({ event }) => this.#isDeletion(event)))
        this.#controller.abort(new JobCancelled())
    })
    try {
      const recording = await this.#act(({ tx }) => store.findUnfinished({ tx, organization_id }, doc_id))
      if (!recording) return
      if (recording.is_deleted) throw new NoTranscript('gone')
      if (recording.stage !== 'summarising') await this.#transcribe()
      await this.#summarise()
    } catch (error) {
      await this.#end(this.#signal.aborted ? this.#signal.reason : error)
    } finally {
      unsubscribe()
      this.#cancelUpdate?.()
      await this.#writing
    }
  }

  #isDeletion(event: { kind: string }): boolean {
    return event.kind === 'document.deleted' && 'doc_id' in event && event.doc_id === this.recording.doc_id
  }

  async #transcribe(): Promise<void> {
    const { transcriber } = this.app
    const { doc_id, organization_id } = this.recording
    await this.#setProgress({ stage: transcriber.dictate === null ? 'separating' : 'transcribing', progress: 0 })
    const { file_ids, seconds } = await this.#act(async ctx => {
      const [files, known] = await Promise.all([filesOf(ctx, doc_id), attachmentsOf({ ...ctx, app: this.app }, doc_id)])
      const lengths = files.map(
        ({ file_id }) => known.find(file => file.file_id === file_id)?.file_metadata.duration_seconds ?? null,
      )
      const seconds = lengths.reduce(
        (sum, length) => (sum === null || length === null ? null : sum + length),
        0 as number | null,
      )
      return { file_ids: files.map(file => file.file_id), seconds }
    })
    const transcript = await withTemporaryFolder(this.app, async folder => {
      const sound = new FilesSound(this.app, { organization_id, file_ids, folder }, seconds)
      const { hasWords, turns } = await transcriber.transcribe(sound, {
        signal: this.#signal,
        onProgress: (stage, share) => this.#requestUpdate({ stage, progress: listeningShare * share }),
      })
      if (turns.length === 0) throw new NoTranscript('silent')
      return { has_words: hasWords, turns, duration_seconds: sound.heard, starts: sound.starts }
    })
    await this.#write(ctx => store.replaceTranscript(ctx, doc_id, transcript))
  }

  /** Finishes the recording even if its topics or its summary fail, or if no feature writes summaries. */
  async #summarise(): Promise<void> {
    const { summariseRecording }: Partial<Ports> = portsOf(this.app)
    await this.#setProgress({ stage: 'summarising', progress: listeningShare })
    await this.#divide().catch(error => {
      if (error instanceof JobTakenOver || error instanceof NothingToDo) throw error
      if (!this.#signal.aborted) this.app.log.error({ err: error, ...this.recording }, 'A recording has no topics.')
    })
    this.#signal.throwIfAborted()
    if (summariseRecording) {
      await summariseRecording(this.app, this.recording, this.#signal).catch(error => {
        if (!this.#signal.aborted) this.app.log.error({ err: error, ...this.recording }, 'A recording has no summary.')
      })
      this.#signal.throwIfAborted()
    }
    await this.#finish(null)
  }

  async #divide(): Promise<void> {
    const { doc_id, organization_id } = this.recording
    const turns = await this.#act(({ tx }) => turnsOf({ tx, organization_id }, doc_id))
    const topics = await writeTopics(this.app, turns, this.#signal)
    await this.#write(async ctx => {
      const row = await store.findUnfinished(ctx, doc_id)
      if (row) await replaceTopics(ctx, doc_id, topics)
      return row
    })
  }

  async #end(error: unknown): Promise<void> {
    if (error instanceof NothingToDo) return
    if (error instanceof JobTakenOver) throw error
    try {
      if (error instanceof ServerStopping) {
        await this.#write(async ctx => this.#recordStatus(ctx, await store.requeue(ctx, this.recording.doc_id)))
        throw error
      }
      const reason = error instanceof JobCancelled ? 'gone' : reasonOf(error)
      const entry = { ...this.recording, reason }
      if (reason === 'internal') this.app.log.error({ err: error, ...entry }, 'A recording could not be transcribed.')
      else this.app.log.warn({ ...entry, detail: String(error) }, 'A recording has no transcript.')
      await this.#finish(reason)
    } catch (failure) {
      if (!(failure instanceof NothingToDo)) throw failure
    }
  }

  async #finish(reason: DiarizationFailure | null): Promise<void> {
    this.#cancelUpdate?.()
    this.#cancelUpdate = null
    this.#latest = null
    await this.#write(async ctx => {
      const row = await store.finish(ctx, this.recording.doc_id, reason)
      if (row && reason === null) {
        const { doc_id, version } = row
        await deleteCaptions(ctx, doc_id)
        ctx.record({ kind: 'transcript.changed', doc_id, version }, { to: 'document', doc_id }, null)
      }
      return this.#recordStatus(ctx, row)
    })
  }

  /** Stores the latest progress, at most once a second. */
  #requestUpdate(latest: Progress): void {
    this.#latest = latest
    this.#cancelUpdate ??= this.app.clock.after(progressInterval, () => {
      this.#cancelUpdate = null
      if (!this.#latest || this.#signal.aborted) return
      this.#setProgress(this.#latest).catch(error => {
        if (error instanceof JobTakenOver || error instanceof NothingToDo) this.#controller.abort(error)
        else this.app.log.warn({ err: error, ...this.recording }, 'The progress of a recording could not be stored.')
      })
    })
  }

  async #setProgress(progress: Progress): Promise<void> {
    await this.#write(async ctx =>
      this.#recordStatus(ctx, await store.setProgress(ctx, this.recording.doc_id, progress)),
    )
  }

  #recordStatus(ctx: SystemContext, row: RecordingRow | undefined): RecordingRow | undefined {
    if (row) ctx.record(statusEvent(row), { to: 'document', doc_id: row.doc_id }, null)
    return row
  }

  #act<T>(work: (ctx: SystemContext) => Promise<T>): Promise<T> {
    return runAsSystem(this.app, this.recording.organization_id, work)
  }

  /** Writes as long as this server owns the job and the recording is not finished. */
  async #write(work: (ctx: SystemContext) => Promise<RecordingRow | undefined>): Promise<void> {
    const written = this.#writing.then(() =>
      this.#act(async ctx => {
        await this.jobRun.assertOwned(ctx.tx)
        if (!(await work(ctx))) throw new NothingToDo()
      }),
    )
    this.#writing = written.catch(() => {})
    await written
  }
}
