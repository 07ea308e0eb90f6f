import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test, vi } from 'vitest'
import { createJob, tryOutJob } from '#shared/contract/jobs/endpoints'
import { BotMessage, confirmOption, fetchMate, MateAction, type MateMessage } from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../platform/test-server'
import { MateJobOption } from './mate-option'
import type { JobOptionProps } from './slots'
import { jobOf } from './test-jobs'
import { withTestPage } from './test-page'

const setup = withTestPage()

const pause = {
  option: 0,
  kind: 'pause_job',
  doc_id: null,
  doc_name: '',
  content: '',
  job: { id: 21, name: 'Yard watch' },
}
const fields = {
  instruction_text: 'Whether the gate is open',
  prompt: 'Say whether the gate is open',
  instruction_schedule: '0 9 * * 1-5',
  minute_interval: null,
  instruction_one_time: null,
  timezone: 'Asia/Kolkata',
  allowed_time_ranges: [],
  allowed_weekdays: null,
  source: { feed_ids: [6], user_ids: [], logbook_ids: [], custom_code: null },
  destination: { logbook_ids: [3], user_ids: [], space_ids: [] },
}
const make = {
  ...pause,
  kind: 'make_job',
  content: fields.prompt,
  job: { id: null, name: fields.instruction_text, fields },
}
const actionOf = (action: object) => MateAction.parse(action)

function open(action: object, more: Partial<JobOptionProps> = {}) {
  const props = { message_id: 12, index: 0, text: 'Pause Yard watch', onConfirm: async () => null, ...more }
  return render(<MateJobOption {...props} action={actionOf(action)} />)
}

/** The answer of Mate as the server stored it. */
function stored(action: object): MateMessage {
  const details = { options: ['Check and save the job'], actions: [action] }
  return {
    id: 12,
    chat_id: 1,
    is_from_ai: true,
    message_text: JSON.stringify(BotMessage.parse({ message: 'I prepared a job.', details })),
    chat_created: '2026-11-20T14:04:00.000Z',
    user_selected_suggestion: null,
    frames_urls: [],
    state: 'done',
    client_id: null,
  }
}

describe('An option of Mate on a job [9.8b, D26]', () => {
  test('is a button that confirms once, and then a link to the job', async () => {
    const onConfirm = vi.fn(async () => null)
    const { container, rerender } = open(pause, { onConfirm })
    await userEvent.click(screen.getByRole('button', { name: 'Pause Yard watch' }))
    expect(onConfirm).toHaveBeenCalledOnce()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
    const done = actionOf({ ...pause, state: 'done' })
    rerender(<MateJobOption message_id={12} index={0} text="Pause Yard watch" action={done} onConfirm={onConfirm} />)
    expect(screen.getByRole('link', { name: 'Yard watch paused' })).toHaveAttribute('href', '#/jobs/21')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('says why it was refused, and can be pressed again', async () => {
    const onConfirm = vi.fn(async () => ({ code: 'job.not_editable', message: '' }))
    open(pause, { onConfirm })
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Pause Yard watch' }))
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('not change it')
    await press()
    expect(onConfirm).toHaveBeenCalledTimes(2)
  })

  test('that has expired says so', () => {
    open({ ...pause, state: 'expired' })
    expect(screen.getByText('This offer has expired. Ask Mate again.')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('for a new job shows what the job does, and leads to the editor without any of it in the address', () => {
    open(make, { text: 'Check and save the job', index: 1 })
    expect(screen.getByText('Say whether the gate is open')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Check and save the job' })).toHaveAttribute(
      'href',
      '#/jobs/new?proposal=12.1',
    )
  })
})

describe('A job that Mate proposed is confirmed in the editor [D26, D28]', () => {
  test('it opens filled in, can be tried out, is created by saving, and then completes the option', async () => {
    const read = serve(fetchMate, [stored(make)])
    const created = serve(createJob, ({ body }) => {
      setup.page.put(jobOf(31, String(body.instruction_text)))
      return jobOf(31, String(body.instruction_text))
    })
    let finish = () => {}
    const confirmed = serve(confirmOption, async () => {
      await new Promise<void>(resolve => {
        finish = resolve
      })
      return stored({ ...make, state: 'done' })
    })
    const tried = serve(tryOutJob, { result: null, reason: null, read: { sources: [], logs: 0, measured: {} } })
    const { router } = setup.page.open('/jobs/new?proposal=12.0')
    const name = await screen.findByRole('textbox', { name: 'Name of the job' })
    expect(name).toHaveValue('Whether the gate is open')
    expect(screen.getByRole('textbox', { name: 'What the job does' })).toHaveValue('Say whether the gate is open')
    expect(screen.getByRole('textbox', { name: 'Cron expression' })).toHaveValue('0 9 * * 1-5')
    const look = within(screen.getByRole('region', { name: 'Look at' }))
    expect(await look.findByRole('link', { name: 'Rear yard' })).toBeVisible()
    const write = within(screen.getByRole('region', { name: 'Write to' }))
    expect(await write.findByRole('link', { name: 'Counter log' })).toBeVisible()
    expect(read[0]?.body).toMatchObject({ last_id: 13, limit: 1 })
    await userEvent.click(screen.getByRole('button', { name: /^Try/ }))
    await waitFor(() => expect(tried).toHaveLength(1))
    expect([created.length, confirmed.length]).toEqual([0, 0])
    await userEvent.type(name, '?')
    await userEvent.click(screen.getByRole('button', { name: 'Create job' }))
    await waitFor(() => expect(confirmed).toHaveLength(1))
    // Whoever returns to the conversation at once must find the option completed.
    expect(router.state.location.pathname).toBe('/jobs/new')
    finish()
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/31'))
    expect(created[0]?.body).toMatchObject({ ...fields, instruction_text: 'Whether the gate is open?' })
    expect(confirmed.map(({ body }) => body)).toMatchObject([{ message_id: 12, option: 0, instruction_id: 31 }])
  })

  test('what was changed survives leaving, and fields that are not valid are left out', async () => {
    const broken = { ...fields, prompt: 7, source: 'all', minute_interval: -1, unknown: true }
    serve(fetchMate, [stored({ ...make, job: { ...make.job, fields: broken } })])
    setup.page.open('/jobs/new?proposal=12.0')
    const prompt = await screen.findByRole('textbox', { name: 'What the job does' })
    expect(prompt).toHaveValue('')
    await userEvent.type(prompt, 'Mine')
    cleanup()
    setup.page.open('/jobs/new?proposal=12.0')
    expect(await screen.findByRole('textbox', { name: 'What the job does' })).toHaveValue('Mine')
  })

  test.each([
    ['expired', () => [stored({ ...make, state: 'expired' })]],
    ['deleted', () => []],
    ['about something else', () => [stored(pause)]],
  ])('a proposal that is %s is not opened', async (_how, messages) => {
    serve(fetchMate, messages())
    setup.page.open('/jobs/new?proposal=12.0')
    expect(await screen.findByRole('heading', { level: 1, name: 'This proposal is gone' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ask Mate' })).toHaveAttribute('href', '#/chat')
    expect(screen.queryByRole('textbox', { name: 'Name of the job' })).toBeNull()
  })

  test('one that was saved already leads to its job', async () => {
    setup.page.jobs = [jobOf(31, 'Gate')]
    serve(fetchMate, [stored({ ...make, state: 'done', job: { id: 31, name: 'Gate' } })])
    const { router } = setup.page.open('/jobs/new?proposal=12.0')
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/31'))
  })

  test('one that does not load can be loaded again', async () => {
    serve(fetchMate, () => apiError('server.error'))
    setup.page.open('/jobs/new?proposal=12.0')
    const again = await screen.findByRole('button', { name: 'Try Again' })
    serve(fetchMate, [stored(make)])
    await userEvent.click(again)
    expect(await screen.findByRole('textbox', { name: 'Name of the job' })).toHaveValue('Whether the gate is open')
  })
})
