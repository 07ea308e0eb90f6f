import type { JobFields, RunRead, RunReason, RunResult } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { log as logLimits } from '#shared/contract/logs/limits'
import { logTitle } from '#shared/rules/log-title'
import type { AppContext } from '../../../platform/app-context'
import { ModelFailure } from '../../../platform/model/model'
import { NoMember, runAsPerson } from '../../../platform/run-as'
import { PictureError } from '../../../platform/vision/raster'
import { graphsOf } from '../../graphs/service'
import { look, resultOf } from '../look/look'
import type { LookState } from '../look/look-state'
import type { StoredJob } from '../store'
import { askModel, modelFor } from './ask-model'
import { readLogs } from './read-logs'
import { bytesOf, type TakenPicture, takePictures } from './take-pictures'

/** Why a run ends without a result. */
export class RunFailure extends Error {
  override name = 'RunFailure'
  constructor(
    readonly reason: RunReason,
    /** Whether nothing was wrong with the job, and the next planned time may be different. */
    readonly isSkip: boolean,
    readonly read: RunRead | null,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** What a run found, before anything is written. */
export interface Observation {
  /** Null if nothing is to be written. */
  result: (Pick<RunResult, 'title' | 'content'> & { labels: { graph_id: number; label: number }[] }) | null
  pictures: TakenPicture[]
  state: LookState
  read: RunRead
  model: string | null
  tokens: { input: number; output: number } | null
}

export type ObservedJob = Pick<
  StoredJob,
  | 'id'
  | 'owner_id'
  | 'name'
  | 'prompt'
  | 'feed_ids'
  | 'screen_ids'
  | 'read_ids'
  | 'write_ids'
  | 'graph_id'
  | 'look'
  | 'writes_when'
  | 'overlay_key'
  | 'reference_ids'
  | 'look_state'
>

/** Takes pictures, reads logs, looks, and asks the model if there is one. Throws {@link RunFailure}. */
export async function observe(
  app: AppContext,
  organization_id: number,
  job: ObservedJob,
  { since, signal }: { since: string | null; signal: AbortSignal },
): Promise<Observation> {
  const owner = { organization_id, user_id: job.owner_id }
  const read: RunRead = { sources: [], logs: 0, measured: {} }
  try {
    const { pictures, read: sources } = await takePictures(app, organization_id, job, job.look_state)
    read.sources = sources
    if (pictures.length === 0 && sources.length > 0) throw nothingSeen(read)
    const logs = await readLogs(app, organization_id, job, since)
    read.logs = logs.length
    const [reference] = await bytesOf(app, owner, job.reference_ids.slice(0, 1))
    const looked = await look(app, job.look, pictures, job.look_state, reference)
    read.measured = looked.measured
    signal.throwIfAborted()
    const model = modelFor(app, job)
    if (!model) {
      const words = resultOf(looked, { writes_when: job.writes_when, names: sources.map(({ name }) => name) })
      const result = words && { ...words, labels: looked.labels }
      return { result, pictures, state: looked.state, read, model: null, tokens: null }
    }
    const { labels, language } = await whatIsOffered(app, job, owner)
    const { answer, tokens } = await askModel(
      model,
      {
        prompt: job.prompt,
        language,
        pictures: pictures.slice(0, limits.framesOfRun),
        logs,
        measured: looked.measured,
        labels: labels.map(({ text }) => text),
      },
      signal,
    )
    const chosen = labels.filter(({ text }) => answer.labels.includes(text))
    const all = [...looked.labels, ...chosen.map(({ graph_id, label }) => ({ graph_id, label }))]
    const isWritten = job.writes_when === 'always' || answer.noteworthy || looked.isNoteworthy
    const cited = pictures.filter((_, index) => answer.pictures.includes(index + 1))
    const content = answer.text.slice(0, logLimits.contentLength)
    return {
      result: isWritten
        ? {
            title: logTitle({ content: answer.title || content, pictures: pictures.length }),
            content,
            labels: all.filter(
              (mark, index) =>
                all.findIndex(other => other.graph_id === mark.graph_id && other.label === mark.label) === index,
            ),
          }
        : null,
      pictures: cited.length > 0 ? cited : pictures,
      state: looked.state,
      read,
      model: model.name,
      tokens,
    }
  } catch (error) {
    throw failureFrom(error, read, signal)
  }
}

/** The labels that the job may give, and the language of its owner. */
function whatIsOffered(app: AppContext, job: ObservedJob, owner: { organization_id: number; user_id: number }) {
  return runAsPerson(app, owner, async ctx => {
    const graphs = (await Promise.all(job.write_ids.map(doc_id => graphsOf(ctx, doc_id)))).flat()
    const graph = graphs.find(({ graph_id }) => graph_id === job.graph_id)
    const labels = Object.entries(graph?.labels ?? {}).map(([index, text]) => ({
      graph_id: graph?.graph_id ?? 0,
      label: Number(index),
      text,
    }))
    return { labels, language: ctx.caller.language }
  })
}

/** A run without any picture: skipped while nobody shares, failed if a source should have answered. */
function nothingSeen(read: RunRead): RunFailure {
  const reasons = read.sources.flatMap(({ reason }) => reason ?? [])
  if (reasons.every(reason => reason === 'not_shared')) return new RunFailure('not_shared', true, read)
  const isForbidden = reasons.every(reason => reason === 'not_allowed')
  return new RunFailure(isForbidden ? 'not_allowed' : 'no_picture', false, read)
}

function failureFrom(error: unknown, read: RunRead, signal: AbortSignal): unknown {
  if (error instanceof RunFailure || signal.aborted || error instanceof NoMember) return error
  if (error instanceof ModelFailure)
    return new RunFailure(error.kind === 'slow' ? 'model_slow' : 'model_failed', false, read, { cause: error })
  if (error instanceof PictureError) return new RunFailure('picture_unreadable', false, read, { cause: error })
  return new RunFailure('unexpected', false, read, { cause: error })
}

/** The columns of a job that is not saved. */
export const observedFrom = (
  fields: JobFields,
  rest: Pick<ObservedJob, 'id' | 'owner_id' | 'overlay_key' | 'reference_ids' | 'look_state'>,
): ObservedJob => ({
  ...rest,
  name: fields.instruction_text,
  prompt: fields.prompt,
  feed_ids: fields.source.feed_ids,
  screen_ids: fields.source.user_ids,
  read_ids: fields.source.logbook_ids,
  write_ids: fields.destination.logbook_ids,
  graph_id: fields.graph_id,
  look: fields.look,
  writes_when: fields.writes_when,
})
