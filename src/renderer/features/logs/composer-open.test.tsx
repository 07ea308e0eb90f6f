import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeLog } from '#shared/contract/logs/endpoints'
import { apiError } from '#shared/errors'
import { withEnglish } from '../../platform/test-page'
import { type Received, serve, withServer } from '../../platform/test-server'
import { withTestLogbook } from '../graphs/test-logbook'
import { logOf } from './test-logs'

// jsdom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  Virtualizer: ({ data, children }: { data: unknown[]; children: (row: unknown, index: number) => unknown }) => (
    <>{data.map(children) as never}</>
  ),
}))
withServer()
withEnglish('graphs', 'logs', 'documents', 'summaries', 'sources')
const setup = withTestLogbook()
const own = { user_id: 7, user_displayname: 'Maya', user_image: null, user_phone: null, user_email: null }
let calls: Received[]

beforeEach(() => {
  setup.logbook.logs = [logOf(1)]
  calls = serve(writeLog, ({ body }) =>
    logOf(9, {
      title: String(body.content),
      content: '',
      client_id: String(body.client_id),
      created_by: own,
      happened_at: (body.happened_at as string | undefined) ?? null,
    }),
  )
})

const form = () => within(screen.getByRole('form', { name: 'Write a log' }))
const words = () => form().getByRole('textbox', { name: 'What happened' })
const line = () =>
  within(screen.getByRole('form', { name: 'Write in one line' })).getByRole('textbox', { name: 'Write a log' })
const open = async () => {
  setup.logbook.open('/docs/3')
  await screen.findByRole('article', { name: 'Log 1' })
}
const write = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Log' }))[0] as HTMLElement)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save log' }))
/** Simulates a reload: pending drafts are stored, and the page starts again. */
const reload = async () => {
  fireEvent(window, new Event('pagehide'))
  cleanup()
  await open()
}

describe('An unfinished log', () => {
  test('is in the line after a reload, without taking the focus, and the whole form continues it', async () => {
    await open()
    await userEvent.type(line(), 'The gate stood')
    await reload()
    expect(line()).toHaveValue('The gate stood')
    expect(line()).not.toHaveFocus()
    await write()
    expect(words()).toHaveValue('The gate stood')
    expect(words()).toHaveFocus()
    await userEvent.click(form().getByRole('button', { name: 'Close' }))
    expect(line()).toHaveValue('The gate stood')
  })

  test('with a title is in the open form; on a phone it is one press away, and covers nothing', async () => {
    await open()
    await write()
    await userEvent.type(form().getByRole('textbox', { name: 'Title' }), 'Gate')
    await userEvent.type(words(), 'The gate stood')
    await reload()
    expect(words()).toHaveValue('The gate stood')
    expect(words()).not.toHaveFocus()
    window.innerWidth = 390
    await reload()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(line()).toHaveValue('The gate stood')
    await userEvent.click(screen.getByRole('button', { name: 'Title: Gate' }))
    expect(await screen.findByRole('textbox', { name: 'What happened' })).toHaveValue('The gate stood')
  })
})

describe('The composer', () => {
  test('stays open after a log was saved, empty and with the focus, for the next one', async () => {
    await open()
    await write()
    await userEvent.type(words(), 'Doors opened')
    await save()
    expect(await screen.findByRole('article', { name: 'Doors opened' })).toBeVisible()
    expect(words()).toHaveValue('')
    expect(words()).toHaveFocus()
    await userEvent.keyboard('Till counted{Control>}{Enter}{/Control}')
    await waitFor(() => expect(calls.map(({ body }) => body.content)).toEqual(['Doors opened', 'Till counted']))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('form', { name: 'Write a log' })).toBeNull()
  })

  test('on a phone closes, because it covers what was written', async () => {
    window.innerWidth = 390
    await open()
    await write()
    await userEvent.type(await screen.findByRole('textbox', { name: 'What happened' }), 'Doors opened')
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('A log about an earlier time', () => {
  const choose = async (minute: string) => {
    await userEvent.click(form().getByRole('button', { name: /^Happened/ }))
    const field = await screen.findByLabelText('When it happened', { selector: 'input' })
    fireEvent.change(field, { target: { value: minute } })
    await userEvent.click(screen.getByRole('button', { name: 'Use this time' }))
  }

  test('says when it happened, in the draft, while it is sent, and afterwards', async () => {
    await open()
    await write()
    await userEvent.type(words(), 'The gate stood open')
    await choose('2025-11-20T09:10')
    expect(await form().findByRole('button', { name: /^Happened Thu, Nov 20, 2025, 9:10 AM$/ })).toBeVisible()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await reload()
    expect(screen.getByText(/^Happened Thu, Nov 20, 2025, 9:10 AM$/)).toBeVisible()
    await write()
    expect(form().getByRole('button', { name: /^Happened Thu, Nov 20, 2025, 9:10 AM$/ })).toBeVisible()
    await save()
    const written = await screen.findByRole('article', { name: 'The gate stood open' })
    expect(written).toHaveTextContent(/Happened .*November 20, 2025, 9:10 AM, written later/)
    expect(calls[0]?.body).toMatchObject({ content: 'The gate stood open', happened_at: '2025-11-20T09:10:00.000Z' })
    expect(form().getByRole('button', { name: 'Happened earlier' })).toBeVisible()
  })

  test('cannot have a future or an empty time; the time can be removed', async () => {
    await open()
    await write()
    await choose('2100-01-01T00:00')
    expect(await screen.findByText('This time is in the future.')).toBeVisible()
    const field = screen.getByLabelText('When it happened', { selector: 'input' })
    fireEvent.change(field, { target: { value: '' } })
    await userEvent.click(screen.getByRole('button', { name: 'Use this time' }))
    expect(await screen.findByText('Enter a date and a time.')).toBeVisible()
    fireEvent.change(field, { target: { value: '2025-11-20T09:10' } })
    await userEvent.click(screen.getByRole('button', { name: 'Use this time' }))
    await userEvent.click(await form().findByRole('button', { name: 'Remove the time' }))
    expect(form().getByRole('button', { name: 'Happened earlier' })).toBeVisible()
    expect(calls).toEqual([])
  })

  test('that was refused returns to the composer with its time', async () => {
    serve(writeLog, apiError('label.not_found'))
    await open()
    await write()
    await userEvent.type(words(), 'Refused')
    await choose('2025-11-20T09:10')
    await save()
    const refused = within(await screen.findByRole('article', { name: 'Refused' }))
    await userEvent.click(await refused.findByRole('button', { name: 'Edit' }))
    expect(form().getByRole('button', { name: /^Happened .*9:10 AM$/ })).toBeVisible()
  })
})
