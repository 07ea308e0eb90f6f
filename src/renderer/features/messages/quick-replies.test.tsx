import '../../platform/test-indexed-db'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendMessage, sendTyping } from '#shared/contract/messages/endpoints'
import { withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Composer } from './composer'
import { asksSomething } from './quick-replies'
import { chatOf, messageOf } from './test-messages'

withServer()
withEnglish('messages')
beforeEach(() => {
  signInAs(7, { organizationId: 3 })
})

function show(isAsked: boolean) {
  const nothing = () => undefined
  const calls = { onReply: nothing, onEdited: nothing, onSent: nothing, onFiles: nothing }
  const props = { chat: chatOf(), people: [], reply: null, editing: null, problem: null, isAsked, ...calls }
  return render(<Composer {...props} field={createRef()} />)
}
const answers = () => screen.queryByRole('list', { name: 'Short answers' })

describe('Short answers', () => {
  test('to a question only fill the field, and make room for what is written', async () => {
    const sent = serve(sendMessage, messageOf(9, ''))
    serve(sendTyping, null)
    show(true)
    const buttons = within(screen.getByRole('list', { name: 'Short answers' })).getAllByRole('button')
    expect(buttons.map(button => button.textContent)).toEqual(['Yes', 'No', 'I will check'])
    await userEvent.click(buttons[2] as HTMLElement)
    const field = screen.getByRole('textbox', { name: 'Message Tom Reyes' })
    expect(field).toHaveValue('I will check')
    expect(field).toHaveFocus()
    expect(answers()).toBeNull()
    await userEvent.clear(field)
    expect(answers()).toBeVisible()
    expect(sent).toEqual([])
  })

  test('are offered to questions alone', () => {
    show(false)
    expect(answers()).toBeNull()
    const asks = (text: string, more = {}) => asksSomething(messageOf(1, text, more))
    expect(['Send the next one in?', 'Alles gut? 🙂', 'ठीक है?**'].map(text => asks(text))).toEqual([true, true, true])
    expect(['Bay 2 is free', 'Why? Because.', ''].map(text => asks(text))).toEqual([false, false, false])
    expect(asks('Gone?', { deleted_at: '2026-11-20T08:00:00.000Z' })).toBe(false)
    expect(asks('Ready?', { bot_id: 4 })).toBe(false)
  })
})
