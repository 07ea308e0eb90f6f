import { randomUUID } from 'node:crypto'
import type { DiarizationFailure, DiarizationStage } from '#shared/contract/meeting-events'
import type { AppContext } from '../../platform/app-context'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import type { Ports } from '../../platform/ports'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { attachmentsOf } from '../attachments/service'
import * as queue from './queue-store'
import { filesOf, type RecordingRow } from './recordings-store'
import { FilesSound, NoTranscript, reasonOf } from './sound'
import { statusEvent } from './status'

/** Milliseconds: how long a recording stays with a server that is not heard of, and how often one says that it is there. */
const heldFor = 60_000
const sayAgain = 15_000
/** Times that a recording is begun. One that takes the server down with it must not do so for ever. */
const mostAttempts = 3
/** Milliseconds between two news of how far it is. */
const newsEvery = 1_000
/** The share of the way that listening takes; the rest is what is done with the transcript. */
const listeningShare = 0.95

class Stopped extends Error {}
class Lost extends Error {}

/** One recording on its way to a transcript, in the hands of this server. */
export class Work {
  readonly hold: queue.Hold
  readonly #ending = new AbortController()
  #latest: { stage: DiarizationStage; progress: number } | null = null
  #cancelNews: (() => void) | null = null
  /** What is being written down about the recording, one after the other. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly app: AppContext,
    private readonly recording: queue.Waiting,
    /** What is done with a transcript once it is written down; what it throws is logged, and no harm done. */
    private readonly after: Ports['summariseRecording'] | undefined,
  ) {
    this.hold = { doc_id: recording.doc_id, taken_by: randomUUID() }
  }

  heldUntil(now: string): string {
    return new Date(Date.parse(now) + heldFor).toISOString()
  }

  stop(): void {
    this.#ending.abort(new Stopped())
  }

  /** Never throws; however it ends is written down. */
  async run(found: RecordingRow & { attempts: number }): Promise<void> {
    const endSaying = this.app.clock.every(sayAgain, () => this.#sayAgain())
    const endHearing = this.app.bus.subscribe(message => {
      if (message.topic === 'events' && message.events.some(({ event }) => this.#isDeletion(event))) this.#sayAgain()
    })
    try {
      if (found.attempts > mostAttempts) throw new NoTranscript('internal')
      await this.#holdOn()
      if (found.stage !== 'summarising') await this.#transcribe()
      await this.#finish()
    } catch (error) {
      await this.#end(this.#ending.signal.aborted ? this.#ending.signal.reason : error)
    } finally {
      endSaying()
      endHearing()
      this.#cancelNews?.()
      await this.#writing
    }
  }

  #isDeletion(event: { kind: string }): boolean {
    return event.kind === 'document.deleted' && 'doc_id' in event && event.doc_id === this.recording.doc_id
  }

  async #transcribe(): Promise<void> {
    const { transcriber } = this.app
    const { signal } = this.#ending
    const { doc_id, organization_id } = this.recording
    await this.#note({ stage: transcriber.dictate === null ? 'separating' : 'transcribing', progress: 0 })
    const { file_ids, seconds } = await this.#act(async ctx => {
      const [files, known] = await Promise.all([filesOf(ctx, doc_id), attachmentsOf({ ...ctx, app: this.app }, doc_id)])
      const lengths = files.map(
        ({ file_id }) => known.find(one => one.file_id === file_id)?.file_metadata.duration_seconds ?? null,
      )
      const seconds = lengths.reduce(
        (sum, length) => (sum === null || length === null ? null : sum + length),
        0 as number | null,
      )
      return { file_ids: files.map(file => file.file_id), seconds }
    })
    const found = await withTemporaryFolder(this.app, async folder => {
      const sound = new FilesSound(this.app, { organization_id, file_ids, folder }, seconds)
      const { hasWords, turns } = await transcriber.transcribe(sound, {
        signal,
        onProgress: (stage, share) => this.#tell({ stage, progress: listeningShare * share }),
      })
      if (turns.length === 0) throw new NoTranscript('silent')
      return { has_words: hasWords, turns, duration_seconds: sound.heard, starts: sound.starts }
    })
    await this.#write(ctx => queue.keepTranscript(ctx, this.hold, found))
  }

  /** What is done with the transcript when it is written down, and then it is done. */
  async #finish(): Promise<void> {
    if (this.after) {
      await this.#note({ stage: 'summarising', progress: listeningShare })
      const { signal } = this.#ending
      await this.after(this.app, this.recording, signal).catch(error => {
        if (!signal.aborted) this.app.log.error({ err: error, ...this.recording }, 'Nothing was made of a transcript.')
      })
      signal.throwIfAborted()
    }
    await this.#conclude(null)
  }

  async #end(error: unknown): Promise<void> {
    try {
      if (error instanceof Lost) return
      if (error instanceof Stopped) {
        await this.#write(async ctx => this.#record(ctx, await queue.giveBack(ctx, this.hold)))
        return
      }
      const reason = reasonOf(error)
      const about = { ...this.recording, reason }
      if (reason === 'internal') this.app.log.error({ err: error, ...about }, 'A recording could not be transcribed.')
      else this.app.log.warn({ ...about, told: String(error) }, 'A recording has no transcript.')
      await this.#conclude(reason)
    } catch (failure) {
      if (failure instanceof Lost) return
      this.app.log.error(
        { err: failure, ...this.recording },
        'The end of a recording was not written down; it begins again.',
      )
    }
  }

  async #conclude(reason: DiarizationFailure | null): Promise<void> {
    this.#cancelNews?.()
    this.#cancelNews = null
    this.#latest = null
    await this.#write(async ctx => {
      const row = await queue.conclude(ctx, this.hold, reason)
      if (row && reason === null) {
        const { doc_id, version } = row
        ctx.record({ kind: 'transcript.changed', doc_id, version }, { to: 'document', doc_id }, null)
      }
      return this.#record(ctx, row)
    })
  }

  /** Tells how far it is, once a second at most; what was said last is told. */
  #tell(latest: { stage: DiarizationStage; progress: number }): void {
    this.#latest = latest
    this.#cancelNews ??= this.app.clock.after(newsEvery, () => {
      this.#cancelNews = null
      if (this.#latest && !this.#ending.signal.aborted) this.#note(this.#latest).catch(error => this.#trouble(error))
    })
  }

  async #note(how: { stage: DiarizationStage; progress: number }): Promise<void> {
    await this.#write(async ctx => this.#record(ctx, await queue.noteProgress(ctx, this.hold, how)))
  }

  /** Says that it is still at work. Throws where there is nothing to work for any more. */
  async #holdOn(): Promise<void> {
    const { is_gone } = await this.#write(ctx => queue.holdOn(ctx, this.hold, this.heldUntil(ctx.now)))
    if (is_gone) throw new NoTranscript('gone')
  }

  #sayAgain(): void {
    this.#holdOn().catch(error => this.#trouble(error))
  }

  /** What is lost or gone is left alone; anything else may be over by the next time. */
  #trouble(error: unknown): void {
    if (error instanceof Lost || error instanceof NoTranscript) this.#ending.abort(error)
    else this.app.log.warn({ err: error, ...this.recording }, 'How far a recording is could not be written down.')
  }

  #record(ctx: SystemContext, row: RecordingRow | undefined): RecordingRow | undefined {
    if (row) ctx.record(statusEvent(row), { to: 'document', doc_id: row.doc_id }, null)
    return row
  }

  #act<T>(work: (ctx: SystemContext) => Promise<T>): Promise<T> {
    return runAsSystem(this.app, this.recording.organization_id, work)
  }

  /** Writes about the recording as long as it is in these hands. Throws {@link Lost}. */
  #write<T>(work: (ctx: SystemContext) => Promise<T | undefined | false>): Promise<T> {
    const written = this.#writing.then(async () => {
      const answer = await this.#act(work)
      if (answer === undefined || answer === false) throw new Lost()
      return answer
    })
    this.#writing = written.catch(() => {})
    return written
  }
}
