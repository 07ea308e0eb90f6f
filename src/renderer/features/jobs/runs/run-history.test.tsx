import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { judgeRun, listRuns, syncJob } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { PageOf, serve } from '../../../platform/test-server'
import { inMinutes, jobOf, runOf } from '../test-jobs'
import { withTestPage } from '../test-page'
import { todayOf } from './today'

const setup = withTestPage()
const history = async () => within(await screen.findByRole('complementary', { name: 'Run history' }))

describe('The history of runs [1.7] [D29]', () => {
  test('says in words how each run ended, and why it failed or was skipped', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.runs = [
      runOf(4, {
        result: {
          title: 'Two waiting',
          content: '',
          labels: [{ graph_id: 5, label: 0, text: 'Queue' }],
          frame_ids: [],
        },
      }),
      runOf(3, { status: 'skipped', reason: 'not_shared', result: null }),
      runOf(2, { status: 'failed', reason: 'no_picture', result: null, missed: 2 }),
      runOf(1, { result: null }),
    ]
    setup.page.open('/jobs/21')
    const drawer = await history()
    await waitFor(() => expect(drawer.getAllByRole('listitem')).toHaveLength(4))
    const texts = drawer.getAllByRole('listitem').map(item => item.textContent?.replace(/\d+:\d+ [AP]M$/, ''))
    expect(texts).toEqual([
      'Succeeded: Two waitingQueue',
      'Skipped: The screen was not sharedSkipped',
      'Failed: No picture arrivedFailed, makes up for 2 missed runs',
      'Succeeded: Nothing to write',
    ])
    expect(drawer.getByRole('img')).toHaveAccessibleName(/4 runs.*: 2 succeeded, 1 skipped, 1 failed/)
  })

  test('names runs that were skipped one after the other for the same reason once, and shows each when asked', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    const skipped = (id: number, reason: 'not_shared' | 'paused' = 'not_shared') =>
      runOf(id, { status: 'skipped', reason, result: null })
    setup.page.runs = [runOf(9), skipped(8), skipped(7), skipped(6), skipped(5, 'paused'), skipped(4)]
    setup.page.open('/jobs/21')
    const drawer = await history()
    const together = await drawer.findByRole('button', { name: /^Skipped 3 runs until .*The screen was not shared/ })
    expect(drawer.getAllByRole('listitem')).toHaveLength(4)
    await userEvent.click(together)
    expect(drawer.getAllByRole('listitem')).toHaveLength(7)
  })

  test('takes the word of people on whether a result is right', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch', { last_run: runOf(2) })]
    setup.page.runs = [runOf(2)]
    const verdicts: unknown[] = []
    serve(judgeRun, ({ body }) => {
      verdicts.push([body.run_id, body.verdict])
      return runOf(2, { verdict: body.verdict as 'wrong' | null })
    })
    setup.page.open('/jobs/21')
    const last = within(await screen.findByRole('region', { name: 'What the last run wrote' }))
    const wrong = last.getByRole('button', { name: 'Wrong' })
    expect(wrong).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(wrong)
    await waitFor(() => expect(wrong).toHaveAttribute('aria-pressed', 'true'))
    const row = await (await history()).findByRole('button', { name: /Two waiting.*judged wrong/ })
    await userEvent.click(row)
    await userEvent.click((await history()).getByRole('button', { name: 'Wrong', pressed: true }))
    await waitFor(() => expect(wrong).toHaveAttribute('aria-pressed', 'false'))
    serve(judgeRun, apiError('job.run_not_found'))
    await userEvent.click(last.getByRole('button', { name: 'Right' }))
    expect(await screen.findByText('That was not saved')).toBeVisible()
    expect(verdicts).toEqual([
      [2, 'wrong'],
      [2, null],
    ])
  })

  test('shows what a run read, how long it took and what it cost, and leads to its log and task', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    const source = { name: 'Front counter', frame_id: null, reason: 'no_picture', taken_at: null } as const
    setup.page.runs = [
      runOf(4, {
        read: { sources: [source], logs: 3, measured: { 'Front counter, Queue: brightness': 0.61 } },
        model: 'small-vision',
        tokens: { input: 1200, output: 80 },
        sent: [{ kind: 'task', task_id: 9 }],
      }),
    ]
    setup.page.open('/jobs/21')
    const drawer = await history()
    const row = await drawer.findByRole('button', { name: /Two waiting/ })
    await userEvent.click(row)
    expect(row).toHaveAttribute('aria-expanded', 'true')
    for (const text of ['No picture arrived', 'Front counter, Queue: brightness', '61%', '4.2 s', 'small-vision'])
      expect(drawer.getByText(text)).toBeVisible()
    expect(drawer.getByText('1,200 read, 80 written')).toBeVisible()
    expect(drawer.getByRole('link', { name: 'Open log' })).toHaveAttribute('href', '#/docs/3?log=12')
    expect(drawer.getByRole('link', { name: 'Open task' })).toHaveAttribute('href', '#/tasks/9')
  })

  test('shows a run as soon as it begins and when it ends, and keeps the older ones', async () => {
    serve(listRuns, ({ body }) => (body.cursor ? [runOf(1)] : new PageOf([runOf(2)], 'older')))
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.open('/jobs/21')
    const drawer = await history()
    await userEvent.click(await drawer.findByRole('button', { name: 'Show older runs' }))
    await waitFor(() => expect(drawer.getAllByRole('listitem')).toHaveLength(2))
    const running = runOf(3, { status: 'running', result: null, ended_at: null })
    setup.page.put(jobOf(21, 'Counter queue watch', { last_run: running }))
    setup.page.emit({ kind: 'job.run_changed', instruction_id: 21, run_id: 3 }, null)
    expect(await drawer.findByRole('button', { name: /Running/ })).toBeVisible()
    const ended = runOf(3, { result: { title: 'Six waiting', content: '', labels: [], frame_ids: [] } })
    setup.page.put(jobOf(21, 'Counter queue watch', { last_run: ended }))
    setup.page.emit({ kind: 'job.run_changed', instruction_id: 21, run_id: 3 }, null)
    expect(await drawer.findByRole('button', { name: /Six waiting/ })).toBeVisible()
    expect(drawer.getAllByRole('listitem')).toHaveLength(3)
  })

  test('makes up for a planned run that failed [7.20a]', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.runs = [runOf(2, { status: 'failed', reason: 'model_failed', result: null })]
    const calls = serve(syncJob, runOf(3, { kind: 'sync', status: 'queued', result: null }))
    setup.page.open('/jobs/21')
    const drawer = await history()
    await userEvent.click(await drawer.findByRole('button', { name: 'Make up for the last run' }))
    expect(await drawer.findByRole('button', { name: /Waiting to run/ })).toHaveTextContent('made up for')
    expect(calls).toHaveLength(1)
  })

  test('that did not load can be tried again; one without runs says so', async () => {
    serve(listRuns, apiError('server.error'))
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.open('/jobs/21')
    const drawer = await history()
    expect(await drawer.findByRole('alert')).toHaveTextContent('The runs did not load.')
    serve(listRuns, [])
    await userEvent.click(drawer.getByRole('button', { name: 'Try Again' }))
    expect(await drawer.findByText('This job has not run yet.')).toBeVisible()
  })

  test('opens over the job on a phone, from the menu', async () => {
    window.innerWidth = 390
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.runs = [runOf(2)]
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for this job' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Run history' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Run history' }))
    expect(await sheet.findByRole('button', { name: /Two waiting/ })).toBeVisible()
  })
})

describe('The runs of a day', () => {
  const now = Date.parse('2026-11-20T14:24:00Z')
  const dayKey = (at: string | number) => new Date(at).toISOString().slice(0, 10)
  const job = jobOf(21, 'Counter queue watch', {
    allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }],
    next_runs: ['14:30', '14:40', '14:50', '15:00', '15:10'].map(time => `2026-11-20T${time}:00.000Z`),
  })
  const ofToday = runOf(2, { planned_at: '2026-11-20T14:20:00.000Z' })

  test('count those that are planned until the evening', () => {
    const { done, all, squares } = todayOf(job, [ofToday, runOf(1, { planned_at: inMinutes(-9_999_999) })], {
      dayKey,
      now,
    })
    expect({ done, all }).toEqual({ done: 1, all: 22 })
    expect(squares.filter(square => square === 'planned')).toHaveLength(21)
  })

  test('are not counted where nobody knows how many are planned', () => {
    const cron = { ...job, minute_interval: null, instruction_schedule: '*/10 * * * *' }
    expect(todayOf(cron, [ofToday], { dayKey, now })).toEqual({ squares: ['succeeded'], done: 1, all: null })
  })
})
