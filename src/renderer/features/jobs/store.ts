import type { Input } from '#shared/contract/endpoint'
import {
  changeReferences,
  createJob,
  judgeRun,
  listJobs,
  readJob,
  removeOverlay,
  runJob,
  setJobModel,
  setOverlay,
  syncJob,
  updateJob,
} from '#shared/contract/jobs/endpoints'
import type { Job, JobFields, Run, RunVerdict } from '#shared/contract/jobs/job'
import { call, type Outcome } from '../../platform/api'
import { answerOrCopy } from '../../platform/copied-answer'
import type { Failure } from '../../platform/failure'
import { createListSlice } from '../../platform/list-slice'
import { offlineCopies } from '../../platform/offline-copies'
import { createSlice } from '../../platform/store'
import { jobCopies, jobCopy, jobPlace, withoutPictures } from './last-read'
import { useRuns } from './runs/store'

/** Jobs that are active or paused, or those that ended, newest first. */
const createJobList = (name: string, only_completed: boolean) =>
  createListSlice(name, {
    list: (page, query: string) => call(listJobs, { ...page, only_completed, ...(query && { query }) }),
    key: job => job.instruction_id,
    query: '',
    copies: query => (query === '' ? jobCopies(only_completed) : undefined),
    actions: ({ get, changer }) => ({
      /** Shows a job as the server returned it, if it belongs into this list. */
      put(job: Job) {
        const isHere = isEnded(job) === only_completed
        changer()(items => {
          const at = items.findIndex(item => item.instruction_id === job.instruction_id)
          if (!isHere) return at < 0 ? items : items.toSpliced(at, 1)
          if (at >= 0) return items.with(at, job)
          // Whether a search finds it is for the server to say.
          return get().query === '' ? [job, ...items].sort((a, b) => b.instruction_id - a.instruction_id) : items
        })
      },
      drop(instruction_id: number) {
        changer()(items => items.filter(item => item.instruction_id !== instruction_id))
      },
    }),
  })

export const useCurrentJobs = createJobList('jobs.current', false)
export const useEndedJobs = createJobList('jobs.ended', true)
const lists = [useCurrentJobs, useEndedJobs]

export const isEnded = ({ status }: Pick<Job, 'status'>): boolean => status === 'completed' || status === 'expired'

interface Opened {
  job: Job | null
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
}

/** Jobs by their ids, and what can be done with them. */
export const useJobs = createSlice(
  'jobs',
  { opened: {} as Record<number, Opened> },
  (set, get, writer) => {
    /** Taken before a call: returns whether its answer still belongs to the person and the workspace on screen. */
    function isStillHere(): () => boolean {
      const write = writer()
      return () => {
        let isHere = false
        write(() => {
          isHere = true
        })
        return isHere
      }
    }
    /** Makes a change whose answer is the changed job. */
    async function change(calling: Promise<Outcome<Job>>): Promise<Outcome<Job>> {
      const isHere = isStillHere()
      const outcome = await calling
      if (outcome.ok && isHere()) useJobs.getState().put(outcome.data)
      return outcome
    }
    /** Starts a run, which is shown at once. */
    async function start(calling: Promise<Outcome<Run>>): Promise<Outcome<Run>> {
      const isHere = isStillHere()
      const outcome = await calling
      if (outcome.ok && isHere()) useRuns.getState().put(outcome.data)
      return outcome
    }
    return {
      /** Loads a job, also again after it changed. What is shown stays until the answer arrives. */
      async read(instruction_id: number): Promise<Job | null> {
        const isHere = isStillHere()
        set(({ opened }) => {
          opened[instruction_id] ??= { job: null, status: 'loading', failure: null }
          if (opened[instruction_id].status === 'failed') opened[instruction_id].status = 'loading'
        })
        const place = jobPlace(instruction_id)
        const outcome = await answerOrCopy(call(readJob, { instruction_id }), place, {
          isEmpty: () => isHere() && !get().opened[instruction_id]?.job,
          show([job]) {
            if (job)
              set(({ opened }) => {
                opened[instruction_id] = { job, status: 'ready', failure: null }
              })
          },
        })
        if (!isHere()) return null
        if (outcome.ok) offlineCopies.keep(place.name, [withoutPictures(outcome.data)])
        if (outcome.ok) useJobs.getState().put(outcome.data)
        else if (outcome.code === 'job.not_found') useJobs.getState().forget(instruction_id)
        else {
          const { code, message } = outcome
          set(({ opened }) => {
            const held = opened[instruction_id]
            if (held && !held.job) Object.assign(held, { status: 'failed', failure: { code, message } })
          })
        }
        return outcome.ok ? outcome.data : null
      },

      /** Shows a job as the server returned it. An answer overtaken by a newer one changes nothing. */
      put(job: Job) {
        const known = get().opened[job.instruction_id]?.job
        if (known && known.revision > job.revision) return
        set(({ opened }) => {
          opened[job.instruction_id] = { job, status: 'ready', failure: null }
        })
        for (const list of lists) list.getState().put(job)
      },

      /** Removes a job that is gone, for everybody or for this person [4.14]. */
      forget(instruction_id: number) {
        set(({ opened }) => {
          opened[instruction_id] = { job: null, status: 'failed', failure: { code: 'job.not_found', message: '' } }
        })
        for (const list of lists) list.getState().drop(instruction_id)
        void offlineCopies.drop(jobCopy(instruction_id))
      },

      create: (fields: JobFields): Promise<Outcome<Job>> => change(call(createJob, fields)),
      update: (params: Input<typeof updateJob>): Promise<Outcome<Job>> => change(call(updateJob, params)),
      setArea: (instruction_id: number, image: string): Promise<Outcome<Job>> =>
        change(call(setOverlay, { instruction_id, image })),
      removeArea: (instruction_id: number): Promise<Outcome<Job>> => change(call(removeOverlay, { instruction_id })),
      setReferences: (instruction_id: number, references: string[]): Promise<Outcome<Job>> =>
        change(call(changeReferences, { instruction_id, references })),
      setModel: (instruction_id: number, model: string | null): Promise<Outcome<Job>> =>
        change(call(setJobModel, { instruction_id, model })),
      run: (instruction_id: number): Promise<Outcome<Run>> => start(call(runJob, { instruction_id })),
      makeUp: (instruction_id: number): Promise<Outcome<Run>> => start(call(syncJob, { instruction_id })),

      async judge({ instruction_id, run_id }: Run, verdict: RunVerdict | null): Promise<Outcome<Run>> {
        const isHere = isStillHere()
        const outcome = await call(judgeRun, { instruction_id, run_id, verdict })
        if (!outcome.ok || !isHere()) return outcome
        useRuns.getState().put(outcome.data)
        set(({ opened }) => {
          const job = opened[instruction_id]?.job
          if (job?.last_run?.run_id === run_id) job.last_run = outcome.data
        })
        return outcome
      },
    }
  },
  { scope: 'organisation' },
)
