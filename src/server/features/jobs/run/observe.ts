import type { JobFields, RunRead, RunResult } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { log as logLimits } from '#shared/contract/logs/limits'
import type { FrameWords } from '#shared/contract/sources/words'
import { logTitle } from '#shared/rules/log-title'
import type { AppContext } from '../../../platform/app-context'
import type { MemberContext } from '../../../platform/request-context'
import { runAsPerson } from '../../../platform/run-as'
import { graphsOf } from '../../graphs/service'
import { look, wordsOf } from '../look/look'
import type { LookState } from '../look/look-state'
import { readWords, wordsForModel, wordsOfFrames } from '../look/read-words'
import { judgedResults } from '../runs-store'
import type { StoredJob } from '../store'
import { askModel, type JudgedResult, modelFor } from './ask-model'
import { runCustomCode } from './custom-code'
import { readGraphs } from './read-graphs'
import { readLogs } from './read-logs'
import { readMeetings } from './read-meetings'
import { failureFrom, nothingSeen } from './run-failure'
import { bytesOf, type TakenPicture, takePictures } from './take-pictures'

/** Letters of an earlier result that a model is shown. */
const judgedLength = 500

/** What a run found, before anything is written. */
export interface Observation {
  /** Null if nothing is to be written. */
  result: (Pick<RunResult, 'title' | 'content'> & { labels: { graph_id: number; label: number }[] }) | null
  pictures: TakenPicture[]
  state: LookState
  read: RunRead
  /** What was read on the pictures; it is kept with them, and not with the run. */
  words: FrameWords[]
  model: string | null
  tokens: { input: number; output: number } | null
}

export type ObservedJob = Pick<
  StoredJob,
  | 'id'
  | 'owner_id'
  | 'name'
  | 'prompt'
  | 'model'
  | 'feed_ids'
  | 'screen_ids'
  | 'read_ids'
  | 'custom_code'
  | 'reads_meetings'
  | 'newest_within'
  | 'write_ids'
  | 'write_space_ids'
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
    const meetings = await readMeetings(app, organization_id, job, since)
    if (job.reads_meetings) read.meetings = meetings.map(({ doc_id, name }) => ({ doc_id, name }))
    const [reference] = await bytesOf(app, owner, job.reference_ids.slice(0, 1))
    const found = await readWords(app, job.look, pictures, signal)
    if (found.missing) read.words_missing = found.missing
    const words = wordsOfFrames(found, job.look, pictures)
    const looked = await look(app, job.look, pictures, { before: job.look_state, reference, words: found })
    read.measured = looked.measured
    signal.throwIfAborted()
    const code = await runCustomCode(app, owner, job, { pictures, logs, read, words })
    const model = modelFor(app, job)
    const { labels, language, judged } =
      model || code?.labels.length ? await whatIsOffered(app, job, owner) : nothingOffered
    const labelled = (texts: readonly string[] = []) =>
      labels.filter(({ text }) => texts.includes(text)).map(({ graph_id, label }) => ({ graph_id, label }))
    const given = [...looked.labels, ...labelled(code?.labels)]
    const isNoteworthy = looked.isNoteworthy || code?.noteworthy === true
    if (!model) {
      const isWritten = job.writes_when === 'always' || isNoteworthy
      const log = wordsOf(looked, { code, name: job.name })
      const result = isWritten ? { ...log, labels: withoutRepeats(given) } : null
      return { result, pictures, state: looked.state, read, words, model: null, tokens: null }
    }
    const { answer, tokens } = await askModel(
      model,
      {
        prompt: job.prompt,
        language,
        pictures: pictures.slice(0, limits.framesOfRun),
        picturesAtMost: app.settings.MODEL_PICTURES,
        logs,
        meetings,
        graphs: await readGraphs(app, organization_id, job, since),
        measured: looked.measured,
        ...(words.length > 0 && { words_on_pictures: wordsForModel(words, pictures.slice(0, limits.framesOfRun)) }),
        ...(code && { found_by_code: code }),
        ...(judged.length > 0 && { judged }),
        labels: labels.map(({ text }) => text),
      },
      signal,
    )
    const isWritten = job.writes_when === 'always' || answer.noteworthy || isNoteworthy
    const cited = pictures.filter((_, index) => answer.pictures.includes(index + 1))
    const content = answer.text.slice(0, logLimits.contentLength)
    return {
      result: isWritten
        ? {
            title: logTitle({ content: answer.title || content, pictures: pictures.length }),
            content,
            labels: withoutRepeats([...given, ...labelled(answer.labels)]),
          }
        : null,
      pictures: cited.length > 0 ? cited : pictures,
      state: looked.state,
      read,
      words,
      model: model.name,
      tokens,
    }
  } catch (error) {
    throw failureFrom(error, read, signal)
  }
}

type Label = { graph_id: number; label: number }

const withoutRepeats = (labels: readonly Label[]): Label[] =>
  labels.filter(
    (mark, index) =>
      labels.findIndex(other => other.graph_id === mark.graph_id && other.label === mark.label) === index,
  )

/** The labels that the job may give, the language of its owner, and what people said about earlier results. */
function whatIsOffered(app: AppContext, job: ObservedJob, owner: { organization_id: number; user_id: number }) {
  return runAsPerson(app, owner, async ctx => {
    const graphs = (await Promise.all(job.write_ids.map(doc_id => graphsOf(ctx, doc_id)))).flat()
    const graph = graphs.find(({ graph_id }) => graph_id === job.graph_id)
    const labels = Object.entries(graph?.labels ?? {}).map(([index, text]) => ({
      graph_id: graph?.graph_id ?? 0,
      label: Number(index),
      text,
    }))
    return { labels, language: ctx.caller.language, judged: await judgedBefore(ctx, job.id) }
  })
}

async function judgedBefore(ctx: MemberContext, job_id: number): Promise<JudgedResult[]> {
  const judged = await judgedResults(ctx, job_id, limits.judgedResults)
  return judged.map(({ result: { title, content, labels }, verdict }) => ({
    ...{ title, text: content.slice(0, judgedLength), verdict },
    labels: labels.map(({ text }) => text),
  }))
}

const nothingOffered: Awaited<ReturnType<typeof whatIsOffered>> = { labels: [], language: 'en', judged: [] }

/** The columns of a job that is not saved. */
export const observedFrom = (
  fields: JobFields,
  rest: Pick<ObservedJob, 'id' | 'owner_id' | 'model' | 'overlay_key' | 'reference_ids' | 'look_state'>,
): ObservedJob => ({
  ...rest,
  name: fields.instruction_text,
  prompt: fields.prompt,
  feed_ids: fields.source.feed_ids,
  screen_ids: fields.source.user_ids,
  read_ids: fields.source.logbook_ids,
  custom_code: fields.source.custom_code,
  reads_meetings: fields.source.new_meetings,
  newest_within: fields.source.newest_within,
  write_ids: fields.destination.logbook_ids,
  write_space_ids: fields.destination.space_ids,
  graph_id: fields.graph_id,
  look: fields.look,
  writes_when: fields.writes_when,
})
