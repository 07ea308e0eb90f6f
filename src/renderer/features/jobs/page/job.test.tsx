import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { deleteJob, previewSchedule, runJob, tryOutJob, updateJob } from '#shared/contract/jobs/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { useActions } from '../../../platform/shortcuts'
import { branchOf, detailOf } from '../../../platform/test-cast'
import { expectMenuInPalette } from '../../../platform/test-menu-actions'
import { serve } from '../../../platform/test-server'
import { listedOf } from '../../graphs/test-graphs'
import { closeNotice, pressUndo } from '../../undo/test-undo'
import { inMinutes, jobOf, runOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()

const prompt = () => screen.findByRole('textbox', { name: 'What the job does' })
const save = () => screen.getByRole('button', { name: 'Save' })
const openMore = async () => userEvent.click(await screen.findByRole('button', { name: 'More actions for this job' }))
const queueWatch = (more: Parameters<typeof jobOf>[2] = {}) => jobOf(21, 'Counter queue watch', more)

describe('A job [1.7] [3.15] [D28]', () => {
  test('shows what it looks at, does and writes to, and passes the accessibility check', async () => {
    setup.page.graphs = [listedOf()]
    setup.page.jobs = [queueWatch({ graph_id: 5, last_run: runOf(1) })]
    const { container } = setup.page.open('/jobs/21')
    expect(await prompt()).toHaveValue('Count the people.')
    expect(screen.getByRole('heading', { level: 1, name: 'Counter queue watch' })).toBeInTheDocument()
    const look = within(screen.getByRole('region', { name: 'Look at' }))
    expect(await look.findByRole('link', { name: 'Front counter' })).toHaveAttribute('href', '#/feed?source=camera.4')
    const write = within(screen.getByRole('region', { name: 'Write to' }))
    expect(await write.findByRole('link', { name: 'Counter log' })).toHaveAttribute('href', '#/docs/3')
    expect(await screen.findByText('3 of 5 labels')).toBeVisible()
    const last = within(screen.getByRole('region', { name: 'What the last run wrote' }))
    expect(last.getByText('Two people wait at the counter.')).toBeVisible()
    expect(last.getByRole('link', { name: 'Open log' })).toHaveAttribute('href', '#/docs/3?log=12')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  test('that was open last is offered where none is open [3.21]', async () => {
    setup.page.jobs = [queueWatch()]
    const { router } = setup.page.open('/jobs/21')
    await prompt()
    await act(() => router.navigate('/jobs'))
    const last = await screen.findByRole('link', { name: 'Continue where you left off' })
    expect(last).toHaveAttribute('href', '#/jobs/21')
  })

  test('is edited and saved: only what changed is sent', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await userEvent.type(await prompt(), ' Quickly.')
    await userEvent.click(screen.getByRole('radio', { name: 'Only when noteworthy' }))
    await userEvent.click(save())
    expect(await screen.findByText('Job saved')).toBeVisible()
    expect(setup.page.updates[0]).toEqual({
      instruction_id: 21,
      prompt: 'Count the people. Quickly.',
      writes_when: 'when_noteworthy',
    })
    expect(save()).toBeDisabled()
  })

  test('writes messages or tasks to people and spaces, and shows the way to what it wrote [3.15, D29]', async () => {
    const sent = [
      { kind: 'task' as const, task_id: 9 },
      { kind: 'message' as const, chat_id: 4, message_id: 77 },
    ]
    const maya = {
      ...{ user_id: 7, user_displayname: 'Maya Okafor', user_image: null, user_phone: null, user_email: null },
      ...{ org_role: 'owner' as const, role_ids: [], branch_ids: [], joined_at: '2026-10-01T09:00:00.000Z' },
    }
    serve(organisationInfo, detailOf({ all_users: [maya], branches: [branchOf(2, 'Harbourside')] }))
    setup.page.jobs = [queueWatch({ last_run: runOf(1, { logs: [], sent }) })]
    setup.page.open('/jobs/21')
    const write = within(await screen.findByRole('region', { name: 'Write to' }))
    await userEvent.click(write.getByRole('button', { name: 'Add people or spaces' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'People and spaces' }))
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'Maya Okafor' }))
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Search people and spaces' }), 'harb')
    expect(dialog.queryByRole('checkbox', { name: 'Maya Okafor' })).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Harbourside/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await userEvent.click(write.getByRole('radio', { name: 'A task' }))
    expect(write.getByText(/^One task in each space/)).toBeVisible()
    await userEvent.click(save())
    await waitFor(() => expect(setup.page.updates).toHaveLength(1))
    expect(setup.page.updates[0]).toEqual({
      instruction_id: 21,
      destination: { logbook_ids: [3], user_ids: [7], space_ids: [2], sends_as: 'task' },
    })
    await userEvent.click(write.getByRole('button', { name: 'Remove Maya Okafor' }))
    expect(write.queryByText('Maya Okafor')).toBeNull()
    const last = within(screen.getByRole('region', { name: 'What the last run wrote' }))
    expect(last.getByRole('link', { name: 'Open task' })).toHaveAttribute('href', '#/tasks/9')
    expect(last.getByRole('link', { name: 'Open message' })).toHaveAttribute('href', '#/home/messages/4?message=77')
  })

  test('shows an error of the server at the field that it names, and keeps what was typed', async () => {
    setup.page.jobs = [queueWatch({ minute_interval: null, instruction_schedule: '0 9 * * 1-5' })]
    const issues = [{ path: 'instruction_schedule', message: 'Write five fields.' }]
    serve(updateJob, apiError('job.schedule_invalid', { issues }))
    setup.page.open('/jobs/21')
    const cron = await screen.findByRole('textbox', { name: 'Cron expression' })
    await userEvent.type(cron, ' *')
    await userEvent.click(save())
    await waitFor(() => expect(cron).toHaveAccessibleDescription(/Write five fields\./))
    expect(cron).toHaveValue('0 9 * * 1-5 *')
    await userEvent.type(cron, '{Backspace}')
    expect(cron).not.toHaveAccessibleDescription(/Write five fields\./)
  })

  test('says that the plan allows no more', async () => {
    setup.page.jobs = [queueWatch()]
    serve(updateJob, apiError('plan.required'))
    setup.page.open('/jobs/21')
    await userEvent.type(await prompt(), '!')
    await userEvent.click(save())
    expect(await screen.findByText(/Your plan does not include this\. Pause another job/)).toBeVisible()
  })

  test('keeps unsaved changes when it is left and opened again, says so, and discards them on request with Undo', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await userEvent.type(await prompt(), ' And wait.')
    expect(screen.getByText(/^You have unsaved changes/)).toBeVisible()
    cleanup()
    setup.page.open('/jobs/21')
    expect(await prompt()).toHaveValue('Count the people. And wait.')
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(await prompt()).toHaveValue('Count the people.')
    expect(screen.queryByText(/^You have unsaved changes/)).toBeNull()
    await pressUndo('Changes discarded')
    expect(await prompt()).toHaveValue('Count the people. And wait.')
    expect(screen.getByText(/^You have unsaved changes/)).toBeVisible()
  })

  test('changes while it is open, without losing what is being typed', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await userEvent.type(await prompt(), ' Mine.')
    setup.page.put(queueWatch({ instruction_text: 'Counter, all day', minute_interval: 30, revision: 2 }))
    setup.page.emit({ kind: 'job.changed', instruction_id: 21 })
    expect(await screen.findByDisplayValue('Counter, all day')).toBeVisible()
    expect(screen.getByRole('spinbutton', { name: 'How often' })).toHaveValue(30)
    expect(await prompt()).toHaveValue('Count the people. Mine.')
    const row = within(screen.getByRole('navigation', { name: 'Jobs' })).getByRole('link', { current: 'page' })
    expect(row).toHaveTextContent('Counter, all dayEvery 30 min')
  })

  test('that is gone, or was never visible, says so', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await prompt()
    setup.page.jobs = []
    setup.page.emit({ kind: 'job.deleted', instruction_id: 21 })
    expect(await screen.findByRole('heading', { level: 1, name: 'Job not found' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /Counter queue watch/ })).toBeNull()
  })
})

describe('When a job runs [D28]', () => {
  test('is said in words: the next five times, how often a day, and what is wrong', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.nextRuns = ['2099-11-20T14:30:00.000Z', '2099-11-20T14:40:00.000Z', '2099-11-21T09:00:00.000Z']
    setup.page.runsADay = 54
    setup.page.open('/jobs/21')
    const next = within(await screen.findByRole('region', { name: 'Next runs' }))
    expect(next.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'Fri, Nov 20, 2099, 2:30 PM',
      '2:40 PM',
      'Sat, Nov 21, 2099, 9:00 AM',
    ])
    expect(next.getByText('About 54 runs a day')).toBeVisible()
    const asked = serve(previewSchedule, apiError('job.never_runs'))
    await userEvent.click(screen.getByRole('radio', { name: 'Once' }))
    const when = within(screen.getByRole('region', { name: 'When' }))
    expect(await when.findByRole('alert')).toHaveTextContent('This schedule has no time in the future.')
    expect(asked[0]?.body).toMatchObject({ minute_interval: null, instruction_schedule: null, timezone: 'UTC' })
    expect(asked[0]?.body.instruction_one_time).toMatch(/:00:00\.000Z$/)
  })

  test('is set in minutes or hours, hours of the day and weekdays', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    const count = await screen.findByRole('spinbutton', { name: 'How often' })
    await userEvent.clear(count)
    await userEvent.type(count, '15')
    await userEvent.click(screen.getByRole('button', { name: 'Add hours' }))
    await userEvent.click(screen.getByRole('button', { name: 'Days of the week: Every day' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Sunday' }))
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Days of the week: Mon to Sat' })).toBeVisible()
    await userEvent.click(save())
    await waitFor(() =>
      expect(setup.page.updates[0]).toEqual({
        instruction_id: 21,
        minute_interval: 15,
        allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }],
        allowed_weekdays: [1, 2, 3, 4, 5, 6],
      }),
    )
  })
})

describe('The actions of a job', () => {
  test('run it now', async () => {
    setup.page.jobs = [queueWatch()]
    const calls = serve(runJob, runOf(9, { kind: 'adhoc', status: 'running', result: null, ended_at: null }))
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Run now' }))
    expect(await screen.findByText('The job is running')).toBeVisible()
    expect(calls).toHaveLength(1)
    const history = within(screen.getByRole('complementary', { name: 'Run history' }))
    expect(await history.findByRole('button', { name: /Running/ })).toHaveTextContent('started by hand')
  })

  test('pause it with a reason that others see, and resume it', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause “Counter queue watch”?' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'camera moved')
    await userEvent.click(dialog.getByRole('button', { name: 'Pause job' }))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    expect(setup.page.updates[0]).toEqual({
      instruction_id: 21,
      status: 'paused',
      pause_reason: 'camera moved',
    })
    expect(await screen.findByRole('link', { name: /Paused: camera moved/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(setup.page.updates[1]).toEqual({ instruction_id: 21, status: 'active' }))
  })

  test('are offered in the command palette while it shows, to those who may change it', async () => {
    setup.page.jobs = [queueWatch(), jobOf(22, 'Bay watch', { is_editable: false })]
    const { router } = setup.page.open('/jobs/21')
    await screen.findByRole('button', { name: 'Pause' })
    const { result: offered } = renderHook(() => useActions().filter(action => action.isOn !== false))
    const labels = () => offered.current.map(action => action.label)
    expect(labels()).toEqual(expect.arrayContaining(['New job', 'Run “Counter queue watch” now']))
    expect(labels()).not.toContain('Resume “Counter queue watch”')
    await expectMenuInPalette('More actions for this job')
    act(() => offered.current.find(action => action.label === 'Pause “Counter queue watch”')?.run())
    const dialog = await screen.findByRole('dialog', { name: 'Pause “Counter queue watch”?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await act(() => router.navigate('/jobs/22'))
    await screen.findByRole('heading', { level: 1, name: 'Bay watch' })
    expect(labels().filter(label => label.includes('“'))).toEqual([])
  })

  test('delete it with Undo; the list changes at once [4.14]', async () => {
    setup.page.jobs = [queueWatch(), jobOf(22, 'Bay watch')]
    const calls = serve(deleteJob, null)
    const { router } = setup.page.open('/jobs/21')
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete job' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs'))
    const rows = () => within(screen.getByRole('navigation', { name: 'Jobs' })).getAllByRole('link')
    await waitFor(() => expect(rows().map(row => row.textContent)).toEqual(['Active.Bay watchEvery 10 min']))
    // On the next row, or on the heading while the list is drawn again.
    await waitFor(() =>
      expect(screen.getByRole('main', { name: 'Jobs' })).toContainElement(document.activeElement as HTMLElement),
    )
    await pressUndo('“Counter queue watch” deleted')
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/21'))
    expect(rows()).toHaveLength(2)
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete job' }))
    expect(calls).toHaveLength(0)
    await closeNotice('“Counter queue watch” deleted')
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ instruction_id: 21 }))
    expect(rows()).toHaveLength(1)
  })

  test('share it with others [D41]', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs/21')
    await openMore()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Access to “Counter queue watch”' }))
    expect(dialog.getByText(/^Maya Okafor and people who manage all jobs/)).toBeVisible()
    expect(await dialog.findByRole('form')).toBeVisible()
  })

  test('try it out with unsaved changes, and say that nothing was written [7.20a]', async () => {
    setup.page.jobs = [queueWatch()]
    const read = { sources: [], logs: 0, measured: { 'Front counter: change': 0.124 } }
    const result = { title: 'Nobody waits', content: '', labels: [], frame_ids: [] }
    const calls = serve(tryOutJob, { result, reason: null, read })
    setup.page.open('/jobs/21')
    await userEvent.type(await prompt(), ' Now.')
    await userEvent.click(screen.getByRole('button', { name: 'Try it out' }))
    const trial = within(screen.getByRole('region', { name: 'Try it out' }))
    expect(await trial.findByText('Nobody waits')).toBeVisible()
    expect(trial.getByText('This was a trial. Nothing was written.')).toBeVisible()
    expect(trial.getByText('Front counter: change since the last picture')).toBeVisible()
    expect(trial.getByText('12.4%')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ instruction_id: 21, prompt: 'Count the people. Now.' })
    serve(tryOutJob, { result: null, reason: 'no_picture', read: { sources: [], logs: 0, measured: {} } })
    await userEvent.click(trial.getByRole('button', { name: 'Try it out' }))
    expect(await trial.findByText('No picture arrived')).toBeVisible()
  })

  test('are not offered to people who may only see it, who learn who can change it', async () => {
    setup.page.jobs = [queueWatch({ is_editable: false })]
    setup.page.open('/jobs/21')
    expect(await screen.findByText(/^Only Maya Okafor and people who manage all jobs/)).toBeVisible()
    expect(await prompt()).toBeDisabled()
    for (const name of ['Save', 'Run now', 'Pause', 'Try it out', 'Add a source'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await openMore()
    expect(await screen.findByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Delete job' })).toBeNull()
  })
})

describe('The owner of a job', () => {
  test('is told when it fails or is paused, once, wherever they are [D29]', async () => {
    setup.page.jobs = [queueWatch()]
    setup.page.open('/jobs')
    await screen.findByRole('link', { name: /Counter queue watch/ })
    const failed = runOf(5, { status: 'failed', reason: 'model_slow', result: null, ended_at: inMinutes(0) })
    setup.page.put(queueWatch({ last_run: failed }))
    setup.page.emit({ kind: 'job.run_changed', instruction_id: 21, run_id: 5 }, null)
    expect(await screen.findByText('“Counter queue watch” failed')).toBeVisible()
    expect(screen.getByText('The language model took too long')).toBeVisible()
    const paused = { status: 'paused', pause_cause: 'failures', updated_at: inMinutes(0), revision: 2 } as const
    setup.page.put(queueWatch({ last_run: failed, ...paused }))
    setup.page.emit({ kind: 'job.changed', instruction_id: 21 }, null)
    expect(await screen.findByText('“Counter queue watch” was paused')).toBeVisible()
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Open job' })))
    expect(location.hash).toBe('#/jobs/21')
    location.hash = ''
  })

  test('hears nothing of the jobs of others', async () => {
    const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }
    const failed = runOf(5, { status: 'failed', reason: 'model_slow', result: null, ended_at: inMinutes(0) })
    setup.page.jobs = [queueWatch({ created_by: tom, last_run: failed })]
    setup.page.open('/jobs')
    await screen.findByRole('link', { name: /Counter queue watch/ })
    setup.page.put(queueWatch({ created_by: tom, last_run: failed, instruction_text: 'Renamed', revision: 2 }))
    setup.page.emit({ kind: 'job.run_changed', instruction_id: 21, run_id: 5 }, null)
    expect(await screen.findByRole('link', { name: /Renamed/ })).toBeVisible()
    expect(screen.queryByText('“Renamed” failed')).toBeNull()
  })
})
