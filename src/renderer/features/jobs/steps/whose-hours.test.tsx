import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { updateJob } from '#shared/contract/jobs/endpoints'
import { serve } from '../../../platform/test-server'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()

describe('The working hours of a person [3.15]', () => {
  test('limit when a job runs', async () => {
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    const within7 = jobOf(21, 'Counter queue watch', { connect_user_workhours: 7, revision: 2 })
    const saved = serve(updateJob, within7)
    setup.page.open('/jobs/21')
    const when = within(await screen.findByRole('region', { name: 'When' }))
    await userEvent.click(when.getByRole('combobox', { name: 'Working hours of' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Mine' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved[0]?.body).toMatchObject({ instruction_id: 21, connect_user_workhours: 7 })
    expect(await screen.findAllByText(/in .*working hours/)).not.toHaveLength(0)
  })
})
