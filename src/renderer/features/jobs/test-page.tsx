import { listAccessRequests, listGrants } from '#shared/contract/access/endpoints'
import { fetchDocument, listDocuments } from '#shared/contract/documents/endpoints'
import { type ListedGraph, listGraphs } from '#shared/contract/graphs/endpoints'
import {
  listJobs,
  listModels,
  listPrompts,
  listRuns,
  previewSchedule,
  readJob,
  readJobUsage,
  updateJob,
} from '#shared/contract/jobs/endpoints'
import type { Job, JobUsage, Run } from '#shared/contract/jobs/job'
import { measurePictures } from '#shared/contract/jobs/measured'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { getConfig } from '#shared/contract/profile/endpoints'
import { readFeed, readFrames } from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { detailOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, withServer } from '../../platform/test-server'
import { documentOf, itemOf } from '../logs/test-logs'
import { LivePage, withFresh } from '../organisations/test-live-page'
import { cameraOf, feedOf, screenOf } from '../sources/test-sources'
import { JobsPage } from './page/page'
import { startJobs } from './start'
import { isEnded } from './store'
import { inMinutes } from './test-jobs'

/** The jobs page of Maya, an owner. The test changes the data of the server. */
export class TestPage extends LivePage {
  jobs: Job[] = []
  runs: Run[] = []
  graphs: ListedGraph[] = []
  nextRuns: string[] = []
  runsADay = 0
  models: string[] = ['llama3.3']
  usage: JobUsage = {
    ...{ month: '2026-11', runs: 0, failed: 0, seconds: 0, tokens: { input: 0, output: 0 } },
    ...{ cost: null, currency: null },
  }
  /** The changes that the page sent, without the ids of the caller. */
  updates: Record<string, unknown>[] = []

  constructor() {
    super({ org_role: 'owner' })
  }

  protected serveAll(): void {
    serve(listJobs, ({ body }) => {
      const query = String(body.query ?? '').toLowerCase()
      return this.jobs.filter(
        job => isEnded(job) === body.only_completed && job.instruction_text.toLowerCase().includes(query),
      )
    })
    serve(readJob, ({ body }) => this.find(body) ?? apiError('job.not_found'))
    serve(updateJob, ({ body: { organization_id: _o, user_id: _u, origin_id: _c, ...body } }) => {
      this.updates.push(body)
      const changed = { ...this.find(body), ...body } as Job
      this.jobs = this.jobs.map(job =>
        job.instruction_id === changed.instruction_id ? { ...changed, revision: changed.revision + 1 } : job,
      )
      return this.find(body) ?? apiError('job.not_found')
    })
    serve(listRuns, ({ body }) => this.runs.filter(run => run.instruction_id === body.instruction_id))
    serve(previewSchedule, () => ({ next_runs: this.nextRuns, runs_a_day: this.runsADay }))
    serve(listPrompts, [])
    serve(listGraphs, () => this.graphs)
    serve(readJobUsage, () => this.usage)
    serve(listModels, () => this.models)
    serve(listGrants, [])
    serve(listAccessRequests, [])
    serve(listDocuments, [itemOf(3, 'Counter log'), itemOf(4, 'Bay log')])
    serve(fetchDocument, ({ body }) =>
      documentOf({ doc_id: Number(body.doc_id), document_name: body.doc_id === 3 ? 'Counter log' : 'Bay log' }),
    )
    serve(readFeed, () =>
      feedOf({
        accessible_cctv_feeds: [cameraOf(4, 'Front counter'), cameraOf(6, 'Rear yard')],
        screen_sharing_users: [screenOf(9, 'Priya Nair')],
      }),
    )
    serve(readFrames, [])
    serve(measurePictures, { from: inMinutes(-1_440), to: inMinutes(0), items: [], is_cut: false })
    serve(organisationInfo, detailOf())
    serve(getConfig, {
      is_super_user: false,
      assistant: { name: 'Mate', model: 'built-in' },
      plans: [],
      push_public_key: null,
      reads_words: false,
      features: [],
    })
  }

  find = ({ instruction_id }: { instruction_id?: unknown }): Job | undefined =>
    this.jobs.find(job => job.instruction_id === instruction_id)

  put(job: Job): void {
    this.jobs = [...this.jobs.filter(known => known.instruction_id !== job.instruction_id), job]
  }

  open(at: string) {
    return this.show(
      [
        { path: '/jobs', element: <JobsPage /> },
        { path: '/jobs/:instruction_id', element: <JobsPage /> },
      ],
      at,
    )
  }
}

/** Creates a fresh page for each test of a file. Call it at the top. */
export function withTestPage(): { page: TestPage } {
  withServer()
  withEnglish('jobs')
  startJobs()
  return withFresh(() => new TestPage())
}
