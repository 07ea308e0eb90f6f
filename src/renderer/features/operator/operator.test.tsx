import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OperatorsJob, operateJob } from '#shared/contract/jobs/endpoints'
import { listOrganisations } from '#shared/contract/organisations/endpoints'
import { getConfig } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { configOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { useProfile } from '../profile/store'
import { Entry } from './entry'
import { OperatorPage } from './page'

withServer()
withEnglish('operator')

const job = (more: Partial<OperatorsJob> = {}): OperatorsJob => ({
  instruction_id: 12,
  organization_id: 5,
  instruction_text: 'Yard watch',
  status: 'active',
  pause_cause: null,
  next_run_at: '2026-11-20T09:10:00.000Z',
  failures: 0,
  run: null,
  ...more,
})

beforeEach(() => {
  signInAs(7)
  serve(listOrganisations, [])
  serve(getConfig, configOf({ is_super_user: true }))
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  endSession()
})

const open = () =>
  renderPage(
    <>
      <OperatorPage />
      <Toaster label="Toasts" closeLabel="Close" />
    </>,
  )

/** Types both numbers and presses Enter, with keys only. */
async function look(workspace: string, number: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Number of the workspace' }), workspace)
  await userEvent.tab()
  await userEvent.keyboard(`${number}{Enter}`)
}

/** Presses a button and answers the question, with keys only. */
async function press(name: string, answer: string) {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
  const question = await screen.findByRole('alertdialog')
  const asked = question.textContent
  within(question).getByRole('button', { name: answer }).focus()
  await userEvent.keyboard('{Enter}')
  return { question, asked }
}

describe('The page of a super user [D7, 7.25]', () => {
  test('shows a job of any workspace by its numbers, and nothing before', async () => {
    const calls = serve(operateJob, job({ status: 'paused', pause_cause: 'failures', next_run_at: null, failures: 5 }))
    const { container } = open()
    await look('#5', '12')
    const shown = within(await screen.findByRole('status', { name: '' }))
    expect(await shown.findByRole('heading', { name: 'Yard watch' })).toBeVisible()
    expect(shown.getByText('Paused because it failed five times in a row.')).toBeVisible()
    expect(shown.getByText('None planned')).toBeVisible()
    expect(shown.queryByRole('button', { name: 'Pause' })).toBeNull()
    expect(calls.map(({ body }) => body)).toMatchObject([{ of_organization: 5, instruction_id: 12, action: 'read' }])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations).toEqual([])
  })

  test('asks before it pauses a job, names the workspace and what it does, and shows the result', async () => {
    const calls = serve(operateJob, job())
    open()
    await look('5', '12')
    await screen.findByRole('heading', { name: 'Yard watch' })
    const { asked } = await press('Pause', 'Cancel')
    expect(asked).toContain('Pause “Yard watch” of workspace 5?')
    expect(asked).toContain('does not run any more until')
    expect(calls).toHaveLength(1)

    serve(operateJob, job({ status: 'paused', pause_cause: 'operator', next_run_at: null }))
    await press('Pause', 'Pause')
    expect(await screen.findByText('Paused by an operator of the server.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('runs a job once and says which run began', async () => {
    serve(operateJob, job())
    open()
    await look('5', '12')
    await screen.findByRole('heading', { name: 'Yard watch' })
    const calls = serve(operateJob, job({ run: { run_id: 44, status: 'queued', planned_at: null } }))
    await press('Run once', 'Run once')
    expect(await screen.findByText('Number 44: waits')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ of_organization: 5, instruction_id: 12, action: 'run' })
  })

  test('says why something is refused, beside the question and beside the form', async () => {
    serve(operateJob, job())
    open()
    await look('5', '12')
    await screen.findByRole('heading', { name: 'Yard watch' })
    serve(operateJob, apiError('job.is_running'))
    const { question } = await press('Run once', 'Run once')
    expect(await within(question).findByText(/is running at the moment/)).toBeVisible()
    await userEvent.keyboard('{Escape}')

    serve(operateJob, apiError('job.not_found'))
    await userEvent.click(screen.getByRole('button', { name: 'Look at the job' }))
    expect(await screen.findByText('This job is no longer here.')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Yard watch' })).toBeNull()
  })

  test('asks for whole numbers, and sends nothing else', async () => {
    const calls = serve(operateJob, job())
    open()
    await look('five', '0')
    expect(await screen.findAllByText('Enter a whole number, such as 12.')).toHaveLength(2)
    expect(calls).toHaveLength(0)
  })

  test('is for nobody else, and can be loaded again', async () => {
    useProfile.setState({ config: null })
    serve(getConfig, apiError('server.unavailable'))
    open()
    const again = await screen.findByRole('button', { name: 'Try Again' })
    serve(getConfig, configOf())
    await userEvent.click(again)
    expect(await screen.findByRole('heading', { name: /is for the people who run this server/ })).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'To the app' })).toHaveAttribute('href', '#/')
  })
})

describe('The way to it in the profile', () => {
  test('is shown to super users only', async () => {
    const { unmount } = renderPage(<Entry />)
    expect(await screen.findByRole('link', { name: 'Operate this server' })).toHaveAttribute('href', '#/operate')
    unmount()
    endSession()
    signInAs(8)
    const calls = serve(getConfig, configOf())
    renderPage(<Entry />)
    await expect.poll(() => useProfile.getState().config?.is_super_user).toBe(false)
    expect(calls).toHaveLength(1)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
