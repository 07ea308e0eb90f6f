import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { editGroup, listChatPeople, listChats } from '#shared/contract/messages/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { detailOf } from '../../platform/test-cast'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { GroupDialog } from './group-dialog'
import { chatOf } from './test-messages'

withServer()
withEnglish('messages')

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  serve(organisationInfo, detailOf())
  serve(listChatPeople, { created_by: 8, people: [] })
  serve(listChats, [])
})
afterEach(() => {
  cleanup()
  endSession()
})

test('Leaving a group asks first, since the person cannot take it back, and a refusal keeps them in it', async () => {
  const chat = chatOf({ chat_id: 6, kind: 'group', participant_id: null, participant_name: 'Bay' })
  const onDone = vi.fn()
  const calls = serve(editGroup, apiError('server.unavailable'))
  render(<GroupDialog chat={chat} onClose={() => undefined} onDone={onDone} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Leave group' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave Bay?' }))
  expect(question.getByText(/This cannot be undone/)).toBeVisible()
  expect(calls).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Leave group' }))
  expect(await question.findByRole('alert')).toHaveTextContent('The server is not ready.')
  expect(onDone).not.toHaveBeenCalled()
  const left = serve(editGroup, null)
  await userEvent.click(question.getByRole('button', { name: 'Leave group' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(null))
  expect(left[0]?.body).toMatchObject({ chat_id: 6, users_to_be_removed: [7] })
})
