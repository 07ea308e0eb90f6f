import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { tryOutJob } from '#shared/contract/jobs/endpoints'
import { organisationOf } from '../../../platform/test-cast'
import { serve } from '../../../platform/test-server'
import { useOrganisations } from '../../organisations/store'
import { jobOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()

const withCode = (custom_code: string | null) =>
  jobOf(21, 'Deliveries', {
    source: { feed_ids: [4], user_ids: [], logbook_ids: [], new_meetings: false, newest_within: null, custom_code },
  })
const code = () => screen.findByRole('textbox', { name: 'Code' })
const openSources = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Add a source' }, { timeout: 10_000 }))

describe('The code of a job [D30]', () => {
  test('is added from an example, edited, tried out and saved', async () => {
    setup.page.jobs = [withCode(null)]
    setup.page.open('/jobs/21')
    await openSources()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Code' }))
    const field = await code()
    expect(field).toHaveAccessibleDescription(/^The body of a JavaScript function of frames, logs, tasks and now/)
    expect((field as HTMLTextAreaElement).value).toContain('return {')
    await userEvent.clear(field)
    await userEvent.type(field, 'return x')
    const read = {
      sources: [],
      logs: 2,
      measured: {},
      code: { error: 'x is not defined, line 1', printed: ['read 2'] },
    }
    const tried = serve(tryOutJob, { result: null, reason: 'code_failed', read })
    await userEvent.click(screen.getByRole('button', { name: 'Try it out' }))
    const found = within(await screen.findByRole('region', { name: 'Try it out' }))
    expect(await found.findByText('Its code failed')).toBeVisible()
    expect(found.getByText('x is not defined, line 1')).toBeVisible()
    expect(found.getByText('read 2')).toBeVisible()
    expect(tried[0]?.body).toMatchObject({ source: { custom_code: 'return x' } })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Job saved')).toBeVisible()
    expect(setup.page.updates[0]).toMatchObject({ source: { feed_ids: [4], custom_code: 'return x' } })
  })

  test('is removed', async () => {
    setup.page.jobs = [withCode('return null')]
    setup.page.open('/jobs/21')
    expect(await code()).toHaveValue('return null')
    await userEvent.click(screen.getByRole('button', { name: 'Remove the code' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(setup.page.updates).toMatchObject([{ source: { custom_code: null } }]))
  })

  test('is read only for people who may not use code, who are not offered any', async () => {
    setup.page.jobs = [withCode('return null')]
    act(() => useOrganisations.setState({ items: [organisationOf({ org_role: 'member' })] }))
    setup.page.open('/jobs/21')
    expect(await code()).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Remove the code' })).not.toBeInTheDocument()
    await openSources()
    expect(await screen.findByRole('menuitem', { name: 'Logbooks' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Code' })).not.toBeInTheDocument()
  })
})
