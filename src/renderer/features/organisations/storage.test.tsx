import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStorage, type StorageUse } from '#shared/contract/attachments/storage'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { organisationOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { OrganisationPanel } from './organisation-panel'
import { useOrganisations } from './store'

withServer()
withEnglish('workspace')
beforeEach(() => signInAs(7, { organizationId: 3 }))
afterEach(() => {
  endSession()
  localStorage.clear()
})

const use: StorageUse = {
  used_bytes: 1_500_000_000,
  quota_bytes: 5_000_000_000,
  kinds: [
    { kind: 'recording', bytes: 1_400_000_000 },
    { kind: 'image', bytes: 100_000_000 },
  ],
  people: [{ user_id: 8, user_displayname: 'Tom Reyes', bytes: 1_450_000_000 }],
}

function open(org_role: 'owner' | 'admin' | 'member') {
  useOrganisations.setState({ items: [organisationOf({ org_role })], status: 'ready' })
  renderPage(<OrganisationPanel show="payment" />, { path: '/chat' })
}

describe('The storage of a workspace, beside its plan [D31]', () => {
  test.each(['owner', 'admin'] as const)('is shown to an %s: usage, limit, by kind and by person', async who => {
    serve(readStorage, use)
    open(who)
    expect(await screen.findByText('1.5 GB of 5 GB used')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: '1.5 GB of 5 GB used' })).toHaveAttribute('aria-valuenow', '30')
    const kinds = within(screen.getByRole('list', { name: 'By kind' })).getAllByRole('listitem')
    expect(kinds.map(kind => kind.textContent)).toEqual(['Recordings and videos1.4 GB', 'Pictures100 MB'])
    expect(screen.getByRole('list', { name: 'By person, largest first' })).toHaveTextContent('Tom Reyes1.5 GB')
    expect(screen.queryByText(/New files are refused/)).toBeNull()
  })

  test('is neither shown to a member nor requested', async () => {
    const calls = serve(readStorage, use)
    open('member')
    expect(await screen.findByText(/is on the free plan/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Storage' })).toBeNull()
    expect(calls).toEqual([])
  })

  test('explains what it means when it is used up', async () => {
    serve(readStorage, { ...use, used_bytes: 5_000_000_000 })
    open('owner')
    expect(await screen.findByText(/^New files are refused until some are deleted/)).toBeVisible()
  })

  test('without a limit has no bar', async () => {
    serve(readStorage, { ...use, quota_bytes: null })
    open('owner')
    expect(await screen.findByText('1.5 GB used. There is no limit.')).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('says when it did not load, and can be tried again', async () => {
    serve(readStorage, apiError('server.unavailable'))
    open('owner')
    expect(await screen.findByRole('alert')).toHaveTextContent('The storage did not load.')
    serve(readStorage, { used_bytes: 0, quota_bytes: 5_000_000_000, kinds: [], people: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No files yet.')).toBeVisible()
  })
})
