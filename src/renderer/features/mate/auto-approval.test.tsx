import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeAutoApprovals, readAutoApprovals } from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { AutoApprovalDialog } from './auto-approval-dialog'
import { useMate } from './store'
import { answer } from './test-mate'
import { Thread } from './thread'

withServer()
withEnglish('mateAutoApproval')
beforeEach(() => signInAs(7, { organizationId: 3 }))
afterEach(endSession)

const kind = (name: string) => screen.findByRole('switch', { name })

describe('What Mate may do without asking [D26]', () => {
  test('is switched on for each kind, and takes effect at once', async () => {
    serve(readAutoApprovals, { kinds: ['create_task'] })
    const calls = serve(changeAutoApprovals, { kinds: ['create_task', 'write_log'] })
    render(<AutoApprovalDialog onClose={() => {}} />)
    expect(await kind('Create tasks and reminders')).toBeChecked()
    expect(await kind('Write logs')).not.toBeChecked()
    await userEvent.click(await kind('Write logs'))
    expect(await kind('Write logs')).toBeChecked()
    await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ kinds: ['create_task', 'write_log'] }]))
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  test('stays as it was if the change is refused, which is said', async () => {
    serve(readAutoApprovals, { kinds: [] })
    serve(changeAutoApprovals, () => apiError('organization.not_member'))
    render(<AutoApprovalDialog onClose={() => {}} />)
    await userEvent.click(await kind('Change tasks'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(await kind('Change tasks')).not.toBeChecked()
  })

  test('that did not load says so, and loads when the person tries again', async () => {
    serve(readAutoApprovals, () => apiError('organization.not_member'))
    render(<AutoApprovalDialog onClose={() => {}} />)
    expect(await screen.findByRole('alert')).toBeVisible()
    serve(readAutoApprovals, { kinds: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await kind('Write logs')).not.toBeChecked()
  })

  test('and was done, is said below the answer', () => {
    const done = { option: 0, kind: 'write_log', doc_id: 3, doc_name: 'Front desk', content: 'Printer jammed' }
    const actions = [{ ...done, state: 'done', log_id: 41, is_auto_approved: true }]
    useMate.setState({ messages: [answer(2, 'Done.', { details: { options: ['Add'], actions } })], status: 'ready' })
    render(<Thread onStop={() => {}} onAsk={() => {}} />)
    expect(screen.getByText('Done without asking, as you let Mate.')).toBeVisible()
  })
})
