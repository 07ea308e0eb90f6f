import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createJob, listJobs } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { PageOf, serve } from '../../../platform/test-server'
import { jobOf, runOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()
const narrow = window.matchMedia
afterEach(() => void vi.restoreAllMocks())

const list = () => screen.findByRole('navigation', { name: 'Jobs' })
const section = async (name: string) => within(within(await list()).getByRole('region', { name }))
const rowsOf = async (name: string) => (await section(name)).getAllByRole('link').map(row => row.textContent)

function withSomeJobs(): void {
  setup.page.jobs = [
    jobOf(21, 'Counter queue watch', { allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }] }),
    jobOf(22, 'Yard gate', { last_run: runOf(1, { instruction_id: 22, status: 'failed', reason: 'no_picture' }) }),
    jobOf(23, 'Lights off check', {
      status: 'paused',
      pause_cause: 'person',
      pause_reason: 'camera moved',
      paused_by: { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_email: null, user_phone: null },
      next_runs: [],
    }),
    jobOf(24, 'Round-up', {
      minute_interval: null,
      instruction_schedule: '30 17 * * 5',
      next_runs: ['2099-11-27T17:30:00.000Z'],
    }),
    jobOf(25, 'Old watch', { status: 'expired', next_runs: [], instruction_completed_at: '2026-11-01T10:00:00.000Z' }),
  ]
}

describe('The list of jobs [1.7] [2.11]', () => {
  test('says which run today, which need somebody and why, and when the others run', async () => {
    withSomeJobs()
    const { container } = setup.page.open('/jobs')
    expect(await rowsOf('Running today')).toEqual(['Active.Counter queue watchEvery 10 min, 9 AM to 6 PM'])
    expect(await rowsOf('Needs you')).toEqual([
      'Failing.Yard gateFailed: No picture arrived',
      'Paused.Lights off checkPaused by Tom Reyes: camera moved',
    ])
    expect(await rowsOf('Later')).toEqual(['Active.Round-upFriday at 5:30 PM'])
    expect(await screen.findByRole('radio', { name: 'Active, 4' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Finished, 1' }))
    expect(await within(await list()).findByRole('link', { name: /Old watch/ })).toHaveTextContent(
      'Ended Sunday, November 1, 2026',
    )
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('is searched with the slash key, and offers to clear a search without results', async () => {
    withSomeJobs()
    setup.page.open('/jobs')
    await list()
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search jobs' })).toHaveFocus()
    await userEvent.keyboard('yard')
    await waitFor(async () => expect(within(await list()).getAllByRole('link')).toHaveLength(1))
    await userEvent.keyboard(' tandem')
    expect(await screen.findByRole('heading', { name: 'No jobs match “yard tandem”' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(async () => expect(within(await list()).getAllByRole('link')).toHaveLength(4))
  })

  test('moves with j and k', async () => {
    withSomeJobs()
    setup.page.open('/jobs')
    const rows = within(await list()).getAllByRole('link')
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(rows[0]).toHaveFocus()
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: 'j' })
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(rows[1]).toHaveFocus()
  })

  test('loads further pages, and counts what is there', async () => {
    serve(listJobs, ({ body }) => {
      if (body.only_completed) return []
      return body.cursor ? [jobOf(20, 'Second page')] : new PageOf([jobOf(21, 'First page')], 'next')
    })
    setup.page.open('/jobs')
    expect(await screen.findByRole('radio', { name: 'Active, 1+' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: /Second page/ })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Active, 2' })).toBeVisible()
  })

  test('that is empty says what jobs are and shows every example; one that did not load can be tried again', async () => {
    serve(listJobs, apiError('server.error'))
    setup.page.open('/jobs')
    expect(await screen.findByRole('heading', { name: 'The jobs did not load' })).toBeVisible()
    serve(listJobs, [])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'No jobs yet' })).toBeVisible()
    const examples = within(screen.getByRole('region', { name: 'Start from an example' }))
    expect(examples.getAllByRole('link')).toHaveLength(12)
  })

  test('that is empty on a wide screen has the examples beside it, with what each of them does', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(query => Object.assign(narrow(query), { matches: true }))
    serve(listJobs, [])
    setup.page.open('/jobs')
    const beside = within(await screen.findByRole('region', { name: 'Start from an example' }))
    expect(beside.getAllByRole('link')).toHaveLength(12)
    const gate = beside.getByRole('link', {
      name: /^Tell me when the gate is open Say whether the gate is open or closed/,
    })
    expect(gate).toHaveAttribute('href', '#/jobs/new?example=gate')
    const results = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(results.violations).toEqual([])
  })
})

describe('A new job [1.7] [3.15]', () => {
  test('starts from an example, and is created with its rules in the language of the person', async () => {
    const calls = serve(createJob, ({ body }) => {
      setup.page.put(jobOf(31, String(body.instruction_text)))
      return jobOf(31, String(body.instruction_text))
    })
    const { router } = setup.page.open('/jobs')
    const example = await screen.findByRole('link', { name: /^Tell me when the gate is open/ })
    expect(example).toHaveAttribute('href', '#/jobs/new?example=gate')
    await act(() => router.navigate('/jobs/new?example=gate'))
    expect(await screen.findByRole('textbox', { name: 'Name of the job' })).toHaveValue('Tell me when the gate is open')
    expect(screen.getByText(/^If the picture has more than 20% difference/)).toHaveTextContent(
      'for 60 seconds: write “The gate is open.”',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Create job' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/31'))
    expect(calls[0]?.body).toMatchObject({
      instruction_text: 'Tell me when the gate is open',
      minute_interval: 5,
      writes_when: 'when_noteworthy',
      allowed_time_ranges: [{ from_time: '20:00', to_time: '06:00' }],
      timezone: 'UTC',
    })
  })

  test('opens with c, and says at the fields what is missing', async () => {
    serve(createJob, apiError('job.nothing_to_read'))
    const { router } = setup.page.open('/jobs')
    await screen.findByRole('heading', { name: 'No jobs yet' })
    await userEvent.keyboard('c')
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/new'))
    const name = await screen.findByRole('textbox', { name: 'Name of the job' })
    await userEvent.click(screen.getByRole('button', { name: 'Create job' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/./))
    await userEvent.type(name, 'Watch')
    expect(name).toHaveAccessibleDescription('')
    await userEvent.click(screen.getByRole('button', { name: 'Create job' }))
    const look = within(screen.getByRole('region', { name: 'Look at' }))
    expect(await look.findByRole('alert')).toHaveTextContent('Choose a camera, a screen or a logbook')
  })

  test('can be a copy of another one', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.open('/jobs/new?copy=21')
    expect(await screen.findByRole('textbox', { name: 'Name of the job' })).toHaveValue('Counter queue watch, copy')
    expect(screen.getByRole('textbox', { name: 'What the job does' })).toHaveValue('Count the people.')
  })
})
