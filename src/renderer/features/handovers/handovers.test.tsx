import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeHandover, type Handover, readHandover, writeHandover } from '#shared/contract/handovers/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { branchOf } from '../../platform/test-cast'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useDirectory } from '../organisations/store'
import { HandoverDialog } from './handover-dialog'

withServer()
withEnglish('handovers')

const person = (user_id: number, user_displayname: string) => ({
  ...{ user_id, user_displayname, user_image: null, user_phone: null, user_email: null },
  ...{ org_role: 'member' as const, role_ids: [], branch_ids: [1], joined_at: '2026-10-01T09:00:00.000Z' },
})

let handover: Handover
let closed: number

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  useDirectory.setState({ items: [person(8, 'Tom Reyes'), person(9, 'Ana Lima')], status: 'ready' })
  closed = 0
  handover = {
    ...{ branch_id: 1, is_on: false, closes_at: '18:00', weekdays: [1, 2, 3, 4, 5], timezone: 'Europe/London' },
    ...{ recipients: [], next_at: null, last: null },
  }
  serve(readHandover, () => handover)
})
afterEach(() => {
  cleanup()
  endSession()
})

async function open() {
  const branch = branchOf(1, 'Harbourside', { users: [{ user_id: 8 }] })
  renderPage(<HandoverDialog branch={branch} onClose={() => closed++} />)
  await screen.findByRole('switch')
  return within(screen.getByRole('dialog', { name: 'Handover of Harbourside' }))
}

test('A handover is turned on with its time, its days and the people of the branch who get it', async () => {
  const sent: unknown[] = []
  serve(changeHandover, ({ body }) => {
    sent.push(body)
    return { ...handover, is_on: true }
  })
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('switch', { name: /^Write a handover at closing time/ }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Sat' }))
  expect(dialog.queryByRole('checkbox', { name: 'Ana Lima' })).toBeNull()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tom Reyes' }))
  expect(dialog.getByText('In the time zone Europe/London')).toBeVisible()
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(closed).toBe(1))
  expect(sent).toMatchObject([
    { branch_id: 1, is_on: true, closes_at: '18:00', weekdays: [1, 2, 3, 4, 5, 6], recipients: [8] },
  ])
})

test('One is written at once, and leads to its page', async () => {
  serve(writeHandover, () => ({ ...handover, last: { doc_id: 12, written_at: '2026-11-20T17:00:00.000Z' } }))
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Write one now' }))
  expect(await dialog.findByRole('link', { name: 'Open the last one' })).toHaveAttribute('href', '#/docs/12')
})

test('What is incomplete or refused says so, and keeps what was chosen', async () => {
  serve(changeHandover, () => apiError('server.error'))
  const dialog = await open()
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await userEvent.click(await dialog.findByRole('checkbox', { name: day }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a time and at least one day.')).toBeVisible()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Sun' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.queryByText('Choose a time and at least one day.')).toBeNull())
  expect(dialog.getByRole('checkbox', { name: 'Sun' })).toBeChecked()
  expect(closed).toBe(0)
})
