import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDraft, useDraft } from './drafts'
import { endSession, useSession } from './session'
import { signInAs } from './test-server'

function Note({ about }: { about: string }) {
  const [text, setText, clear] = useDraft(`note.${about}`)
  return (
    <>
      <input aria-label="Note" value={text} onChange={event => setText(event.target.value)} />
      <button type="button" onClick={clear}>
        Sent
      </button>
    </>
  )
}

const field = () => screen.getByRole('textbox', { name: 'Note' })
const pageGoesAway = () => fireEvent(window, new Event('pagehide'))

beforeEach(() => signInAs(7, { organizationId: 3 }))
afterEach(() => {
  endSession()
  localStorage.clear()
})

describe('A draft', () => {
  test('is restored after a reload', async () => {
    const { unmount } = render(<Note about="bay" />)
    await userEvent.type(field(), 'Brake bled')
    pageGoesAway()
    unmount()
    render(<Note about="bay" />)
    expect(field()).toHaveValue('Brake bled')
  })

  test('is deleted once the server has it', async () => {
    const { unmount } = render(<Note about="bay" />)
    await userEvent.type(field(), 'Brake bled')
    await userEvent.click(screen.getByRole('button', { name: 'Sent' }))
    expect(field()).toHaveValue('')
    unmount()
    render(<Note about="bay" />)
    expect(field()).toHaveValue('')
  })

  test('belongs to its subject', async () => {
    const { rerender } = render(<Note about="bay" />)
    await userEvent.type(field(), 'Brake bled')
    rerender(<Note about="counter" />)
    expect(field()).toHaveValue('')
    rerender(<Note about="bay" />)
    expect(field()).toHaveValue('Brake bled')
  })

  test('does not appear in another workspace', async () => {
    render(<Note about="bay" />)
    await userEvent.type(field(), 'Secret')
    useSession.getState().choose(4)
    expect(readDraft('note.bay')).toBeUndefined()
    useSession.getState().choose(3)
    expect(readDraft('note.bay')).toBe('Secret')
  })

  test('is erased from the device on sign-out', async () => {
    render(<Note about="bay" />)
    await userEvent.type(field(), 'Secret')
    pageGoesAway()
    endSession()
    pageGoesAway()
    expect(Object.entries(localStorage).filter(([, value]) => value.includes('Secret'))).toEqual([])
    signInAs(7, { organizationId: 3 })
    expect(readDraft('note.bay')).toBeUndefined()
  })
})
