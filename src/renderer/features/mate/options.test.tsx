import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmOption, fetchMate, sendToMate } from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { startLanguages } from '../../i18n/languages'
import { endSession } from '../../platform/session'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { JobOption, type JobOptionProps } from '../jobs/slots'
import { TaskOption, type TaskOptionProps } from '../tasks/slots'
import { useMate } from './store'
import { answer, writing } from './test-mate'
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

  test('one on a job is shown by the jobs, and performed like the others', async () => {
    const action = { ...proposal, kind: 'pause_job', doc_id: null, job: { id: 21, name: 'Yard watch' } }
    const message = (state: string) =>
      answer(2, 'Shall I?', { details: { options: ['Pause Yard watch'], actions: [{ ...action, state }] } })
    JobOption.fill(async () => ({ text, action: { state }, onConfirm }: JobOptionProps) => (
      <button type="button" onClick={() => void onConfirm()}>
        {text}: {state}
      </button>
    ))
    const calls = serve(confirmOption, message('done'))
    open(message('open'))
    await userEvent.click(await screen.findByRole('button', { name: 'Pause Yard watch: open' }))
    expect(await screen.findByRole('button', { name: 'Pause Yard watch: done' })).toBeVisible()
    expect(calls.map(call => call.body)).toMatchObject([{ message_id: 2, option: 0 }])
  })

  test('one about a task is drawn by the tasks, and is confirmed like the others', async () => {
    const task = { id: null, title: 'Call the supplier', changes: {} }
    const action = { option: 0, kind: 'create_task', doc_id: null, doc_name: '', content: '', task }
    const message = (state: string) =>
      answer(2, 'Shall I?', { details: { options: ['Create it'], actions: [{ ...action, state }] } })
    TaskOption.fill(async () => ({ text, action: { state }, onConfirm }: TaskOptionProps) => (
      <button type="button" onClick={() => void onConfirm()}>
        {text}: {state}
      </button>
    ))
    const calls = serve(confirmOption, message('done'))
    open(message('open'))
    await userEvent.click(await screen.findByRole('button', { name: 'Create it: open' }))
    expect(await screen.findByRole('button', { name: 'Create it: done' })).toBeVisible()
    expect(calls.map(call => call.body)).toMatchObject([{ message_id: 2, option: 0 }])
  })

  test('one that opens or searches is a link, and asks nothing', () => {
    const actions = [
      { option: 0, kind: 'open', doc_id: 3, doc_name: 'Front desk', content: '' },
      { option: 1, kind: 'search', doc_id: null, doc_name: '', content: 'till & drawer' },
    ]
    open(answer(2, 'There.', { details: { options: ['Open Front desk', 'Search everything'], actions } }))
    expect(screen.getByRole('link', { name: 'Open Front desk' })).toHaveAttribute('href', '#/docs/3')
    const search = screen.getByRole('link', { name: 'Search everything' })
    expect(search).toHaveAttribute('href', '#/search?q=till%20%26%20drawer')
  })
})

test('an example in an answer asks its question, unless Mate is still writing [1.3a]', async () => {
  const calls = serve(sendToMate, { question_id: 3, message_id: 4 })
  const example = answer(2, 'For example [Who is here?](#/chat?ask=Who%20is%20here%3F)')
  const { unmount } = open(example)
  await userEvent.click(await screen.findByRole('button', { name: 'Who is here?' }))
  await waitFor(() => expect(calls.map(call => call.body)).toMatchObject([{ message: 'Who is here?' }]))
  unmount()
  useMate.setState({ messages: [example, writing(4)], status: 'ready' })
  render(<Thread onStop={() => {}} onAsk={text => questions.push(text)} />)
  const waiting = await screen.findByRole('button', { name: 'Who is here?' })
  expect(waiting).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(waiting)
  expect(calls).toHaveLength(1)
})
