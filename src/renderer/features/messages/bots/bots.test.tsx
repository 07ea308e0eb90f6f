import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bot, createBot, deleteBot, editBot, listBots, renewWebhook } from '#shared/contract/messages/bots'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../../platform/preferences'
import { endSession } from '../../../platform/session'
import { detailOf } from '../../../platform/test-cast'
import { withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { BotsDialog } from './bots-dialog'
import { MessageCard } from './card'

withServer()
withEnglish('messages')

const botOf = (more: Partial<Bot> = {}): Bot => ({
  bot_id: 5,
  name: 'Gate',
  about: '',
  branch_ids: [1],
  writes_people: false,
  is_jobs: false,
  has_webhook: false,
  created_by: null,
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: null,
  ...more,
})

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
  serve(organisationInfo, detailOf({}))
})
afterEach(() => {
  cleanup()
  endSession()
})

describe('Bots [1.10, 3.12]', () => {
  test('are listed with what they do; the one of the jobs cannot be opened', async () => {
    serve(listBots, [botOf({ has_webhook: true }), botOf({ bot_id: 6, name: 'Jobs', is_jobs: true })])
    const { container } = render(<BotsDialog onClose={vi.fn()} />)
    const dialog = within(await screen.findByRole('dialog', { name: 'Bots' }))
    expect(await dialog.findByRole('button', { name: /^Gate.*Webhook/ })).toBeVisible()
    expect(dialog.getByText('Jobs write through this bot')).toBeVisible()
    expect(dialog.queryByRole('button', { name: /^Jobs/ })).toBeNull()
    expect((await axe.run(container.ownerDocument.body)).violations).toEqual([])
  })

  test('are created with the places where they may write, and then show the address of their webhook once', async () => {
    serve(listBots, [])
    const created = serve(createBot, botOf({ writes_people: true }))
    render(<BotsDialog onClose={vi.fn()} />)
    expect(await screen.findByText('There are no bots yet.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'New bot' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create bot' }))
    expect(screen.getByText('Give the bot a name.')).toBeVisible()
    expect(created).toEqual([])
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Gate')
    await userEvent.click(screen.getByRole('checkbox', { name: 'To each person alone' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create bot' }))
    const renewed = serve(renewWebhook, { path: '/hooks/3.secret' })
    await userEvent.click(await screen.findByRole('button', { name: 'Make a webhook' }))
    expect(await screen.findByRole('textbox', { name: 'Address of the webhook' })).toHaveValue(
      `${location.origin}/hooks/3.secret`,
    )
    expect(created[0]?.body).toMatchObject({ name: 'Gate', writes_people: true, branch_ids: [] })
    serve(renewWebhook, { path: null })
    await userEvent.click(await screen.findByRole('button', { name: 'End the webhook' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'End the webhook?' }))
    expect(question.getByText(/This cannot be undone\.$/)).toBeVisible()
    expect(renewed).toHaveLength(1)
    await userEvent.click(question.getByRole('button', { name: 'End the webhook' }))
    expect(await screen.findByRole('button', { name: 'Make a webhook' })).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Address of the webhook' })).toBeNull()
  })

  test('keep what was typed when the change fails, and are deleted after a question', async () => {
    serve(listBots, [botOf()])
    serve(editBot, apiError('server.error'))
    render(<BotsDialog onClose={vi.fn()} />)
    await userEvent.click(await screen.findByRole('button', { name: /^Gate/ }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Gate 2')
    const deleted = serve(deleteBot, null)
    await userEvent.click(screen.getByRole('button', { name: 'Delete bot' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Gate?' }))
    await userEvent.click(question.getByRole('button', { name: 'Delete bot' }))
    expect(await screen.findByText('There are no bots yet.')).toBeVisible()
    expect(deleted[0]?.body).toMatchObject({ bot_id: 5 })
  })

  test('say when they do not load', async () => {
    serve(listBots, apiError('server.error'))
    render(<BotsDialog onClose={vi.fn()} />)
    expect(await screen.findByText('The bots did not load')).toBeVisible()
    serve(listBots, [botOf()])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: /^Gate/ })).toBeVisible()
  })
})

test('A card shows its texts as they are, names the host of its address, and leads to what it is about [3.13b]', () => {
  render(
    <MessageCard
      card={{
        title: '<b>Gate 2</b>',
        tone: 'warning',
        fields: [{ name: 'Since', value: '[08:41](https://evil.example)' }],
        url: 'https://gate.example/2',
        links: [
          { kind: 'log', doc_id: 3, log_id: 12 },
          { kind: 'job', instruction_id: 4, name: 'Yard watch' },
          { kind: 'task', task_id: 9 },
        ],
      }}
    />,
  )
  expect(screen.getByText('<b>Gate 2</b>')).toBeVisible()
  expect(screen.getByText('[08:41](https://evil.example)')).toBeVisible()
  const links = screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Open the log', '#/docs/3?log=12'],
    ['Yard watch', '#/jobs/4'],
    ['Open the task', '#/tasks/9'],
    ['gate.example', 'https://gate.example/2'],
  ])
})
