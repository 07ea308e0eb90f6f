import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { listJobChanges } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { inMinutes, jobOf, runOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()

const tom = { user_id: 8, user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null }

const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for this job' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const task = () => screen.findByRole('textbox', { name: 'What the job does' })

describe('The history of changes of a job', () => {
  test('says who changed what, and puts former words back into the editor, unsaved', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    serve(listJobChanges, [
      { revision: 2, changed_at: inMinutes(-5), changed_by: null, was: { status: 'active' } },
      {
        revision: 1,
        changed_at: inMinutes(-60),
        changed_by: tom,
        was: { prompt: 'Count everybody.', minute_interval: 30 },
      },
    ])
    setup.page.open('/jobs/21')
    expect(await task()).toHaveValue('Count the people.')
    await open('History of changes')
    const dialog = within(await screen.findByRole('dialog', { name: 'History of changes' }))
    const [stopped, changed] = await dialog.findAllByRole('listitem')
    if (!stopped || !changed) throw new Error('Two changes are listed.')
    expect(stopped).toHaveTextContent('Somebody changed whether it runs')
    expect(within(stopped).queryByRole('button', { name: 'Use this again' })).not.toBeInTheDocument()
    expect(changed).toHaveTextContent('Tom Reyes changed the task, when it runs')
    expect(changed).toHaveTextContent('Count everybody.')
    await userEvent.click(within(changed).getByRole('button', { name: 'Use this again' }))
    expect(await task()).toHaveValue('Count everybody.')
    expect(screen.getByText(/^You have unsaved changes/)).toBeVisible()
    expect(setup.page.updates).toEqual([])
  })

  test('only shows them to people who may not change the job, and says why it did not load', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch', { is_editable: false })]
    serve(listJobChanges, apiError('server.unavailable'))
    setup.page.open('/jobs/21')
    await task()
    await open('History of changes')
    expect(await screen.findByRole('alert')).toHaveTextContent(/server/i)
    serve(listJobChanges, [
      { revision: 1, changed_at: inMinutes(-60), changed_by: null, was: { instruction_text: 'Queue' } },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Queue')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use this again' })).not.toBeInTheDocument()
  })
})

test('The run history says what the runs of this month took', async () => {
  setup.page.jobs = [jobOf(21, 'Counter queue watch', { last_run: runOf(1) })]
  setup.page.runs = [runOf(1)]
  setup.page.usage = {
    ...{ month: '2026-11', runs: 412, failed: 3, seconds: 2_280, tokens: { input: 100_000, output: 20_000 } },
    ...{ cost: 0.42, currency: 'EUR' },
  }
  setup.page.open('/jobs/21')
  await task()
  expect(await screen.findByText('This month: 412 runs, 38 min, 120,000 tokens, €0.42.')).toBeVisible()
})
