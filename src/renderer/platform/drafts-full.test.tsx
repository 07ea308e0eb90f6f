import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DraftNote } from './draft-note'
import { draftsUnder, readDraft, useDraft } from './drafts'
import { endSession } from './session'
import { withEnglish } from './test-page'
import { signInAs } from './test-server'

withEnglish()

function Note() {
  const [text, setText, clear] = useDraft('note.bay')
  return (
    <>
      <input aria-label="Note" value={text} onChange={event => setText(event.target.value)} />
      <button type="button" onClick={clear}>
        Sent
      </button>
      <DraftNote drafts={['note.bay']}>Kept until it is sent</DraftNote>
    </>
  )
}

const field = () => screen.getByRole('textbox', { name: 'Note' })
const pageGoesAway = () => act(() => void fireEvent(window, new Event('pagehide')))
/** Whether the browser would ask before leaving the page. */
function leaves(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  act(() => void window.dispatchEvent(event))
  return !event.defaultPrevented
}
const full = () => new DOMException('There is no room.', 'QuotaExceededError')

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession()
  localStorage.clear()
})

describe('A draft that the browser cannot store', () => {
  test('is marked as existing in this tab only, and leaving asks first', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full()
    })
    render(<Note />)
    expect(screen.getByText('Kept until it is sent')).toBeVisible()
    await userEvent.type(field(), 'Brake bled')
    // The same holds before the delayed write.
    expect(leaves()).toBe(false)
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^This device is out of space, so this text exists only in this tab\./,
    )
    expect(screen.queryByText('Kept until it is sent')).toBeNull()
  })

  test('stays in the tab across pages of the app', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full()
    })
    const { unmount } = render(<Note />)
    await userEvent.type(field(), 'Brake bled')
    pageGoesAway()
    unmount()
    render(<Note />)
    expect(field()).toHaveValue('Brake bled')
    expect(screen.getByRole('alert')).toBeVisible()
    expect(draftsUnder('note.')).toEqual([{ key: 'note.bay', value: 'Brake bled' }])
  })

  test('is stored as soon as there is room again', async () => {
    const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full()
    })
    render(<Note />)
    await userEvent.type(field(), 'Brake')
    pageGoesAway()
    expect(screen.getByRole('alert')).toBeVisible()
    refusing.mockRestore()
    expect(leaves()).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(Object.values(localStorage)).toContain('"Brake"')
  })

  test('no longer asks once it was sent or the person signed out', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full()
    })
    render(<Note />)
    await userEvent.type(field(), 'Sent')
    expect(leaves()).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Sent' }))
    expect(leaves()).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(field(), 'Secret')
    expect(leaves()).toBe(false)
    act(() => endSession())
    expect(leaves()).toBe(true)
    signInAs(7, { organizationId: 3 })
    expect(readDraft('note.bay')).toBeUndefined()
  })

  test('does not break the page when the storage is inaccessible', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Denied.', 'SecurityError')
    })
    render(<Note />)
    await userEvent.type(field(), 'Brake')
    expect(leaves()).toBe(false)
    expect(readDraft('note.bay')).toBe('Brake')
    expect(draftsUnder('note.')).toHaveLength(1)
  })

  test('does not ask when everything is stored', async () => {
    render(<Note />)
    await userEvent.type(field(), 'Brake bled')
    expect(leaves()).toBe(true)
    expect(screen.getByText('Kept until it is sent')).toBeVisible()
  })
})
