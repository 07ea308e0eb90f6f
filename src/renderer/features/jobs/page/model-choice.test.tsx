import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { setJobModel } from '#shared/contract/jobs/endpoints'
import { apiError } from '#shared/errors'
import { serve } from '../../../platform/test-server'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()
const task = () => screen.findByRole('textbox', { name: 'What the job does' })

describe('The model of a job [7.25]', () => {
  test('is chosen from those of the server, and saved at once', async () => {
    setup.page.models = ['llama3.3', 'qwen3-vl']
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    const chosen = serve(setJobModel, jobOf(21, 'Counter queue watch', { model: 'qwen3-vl', revision: 2 }))
    setup.page.open('/jobs/21')
    await userEvent.click(await screen.findByRole('button', { name: 'Model: llama3.3' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'qwen3-vl' }))
    expect(await screen.findByRole('button', { name: 'Model: qwen3-vl' })).toBeVisible()
    expect(chosen[0]?.body).toMatchObject({ instruction_id: 21, model: 'qwen3-vl' })
    serve(setJobModel, apiError('job.model_unknown'))
    await userEvent.click(screen.getByRole('button', { name: 'Model: qwen3-vl' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'llama3.3' }))
    expect(await screen.findByText('The model was not changed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Model: qwen3-vl' })).toBeVisible()
  })

  test('is not offered where there is only one', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.open('/jobs/21')
    await task()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Model:/ })).not.toBeInTheDocument())
  })
})
