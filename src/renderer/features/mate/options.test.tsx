import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmOption, fetchMate } from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { startLanguages } from '../../i18n/languages'
import { endSession } from '../../platform/session'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { useMate } from './store'
import { answer } from './test-mate'
import { Thread } from './thread'

withServer()
const proposal = { option: 0, kind: 'write_log', doc_id: 3, doc_name: 'Front desk', content: 'Printer jammed' }
const options = ['Add to Front desk', 'One', 'Two', 'Three', 'Four', 'Five']
const offered = (more: object = {}) =>
  answer(2, 'Shall I?', { details: { options, actions: [{ ...proposal, ...more }] } })
let questions: string[]

beforeAll(startLanguages)
beforeEach(() => {
  questions = []
  signInAs(7, { organizationId: 3 })
})
afterEach(endSession)

function open(message = offered()) {
  useMate.setState({ messages: [message], status: 'ready' })
  return render(<Thread onStop={() => {}} onAsk={text => questions.push(text)} />)
}

describe('Options of an answer [9.8b]', () => {
  test('are buttons whose colours repeat after five; a reply is sent as a question', async () => {
    const { container } = open()
    const tones = options.map(name => /suggest-(\d)-bg/.exec(screen.getByRole('button', { name }).className)?.[1])
    expect(tones).toEqual(['0', '1', '2', '3', '4', '0'])
    await userEvent.click(screen.getByRole('button', { name: 'Two' }))
    expect(questions).toEqual(['Two'])
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(violation => violation.id)).toEqual([])
  })

  test('one that writes shows the text, and after the press where it was added', async () => {
    const calls = serve(confirmOption, offered({ state: 'done', log_id: 41 }))
    open()
    expect(screen.getByText('Printer jammed')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add to Front desk' }))
    const link = await screen.findByRole('link', { name: 'Added to Front desk' })
    expect(link).toHaveAttribute('href', '#/docs/3?log=41')
    expect(screen.queryByRole('button', { name: 'Add to Front desk' })).toBeNull()
    expect(calls.map(call => call.body)).toMatchObject([{ message_id: 2, option: 0 }])
    expect(questions).toEqual([])
  })

  test('one that is refused says why and can be pressed again; one that was done elsewhere is reloaded', async () => {
    serve(confirmOption, () => apiError('document.read_only'))
    open()
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Add to Front desk' }))
    await press()
    expect(await screen.findByRole('alert')).toBeVisible()
    serve(confirmOption, () => apiError('mate.option_done'))
    serve(fetchMate, [offered({ state: 'done', log_id: 41 })])
    await press()
    expect(await screen.findByRole('link', { name: 'Added to Front desk' })).toBeVisible()
  })

  test('one that has expired cannot be pressed', async () => {
    open(offered({ state: 'expired' }))
    await waitFor(() => expect(screen.getByText('This offer has expired. Ask Mate again.')).toBeVisible())
    expect(screen.queryByRole('button', { name: 'Add to Front desk' })).toBeNull()
  })
})
