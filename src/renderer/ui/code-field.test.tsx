import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { CodeField } from './code-field'

function Harness({
  onComplete,
  error,
  start = '',
}: {
  onComplete?: (code: string) => void
  error?: string
  start?: string
}) {
  const [code, setCode] = useState(start)
  return <CodeField label="6-digit code" value={code} onChange={setCode} onComplete={onComplete} error={error} />
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '6-digit code' })

describe('A one-time code', () => {
  test('pasted with the words around it fills all boxes', async () => {
    const complete = vi.fn()
    render(<Harness onComplete={complete} />)
    await userEvent.click(field())
    await userEvent.paste('Your code: 407 193.')
    expect(field()).toHaveValue('407193')
    expect(complete).toHaveBeenCalledExactlyOnceWith('407193')
  })

  test('pasted over a half-typed one replaces it', async () => {
    render(<Harness start="99" />)
    await userEvent.click(field())
    await userEvent.paste('407193')
    expect(field()).toHaveValue('407193')
  })

  test('typed is complete with the sixth digit; other characters do not count', async () => {
    const complete = vi.fn()
    render(<Harness onComplete={complete} />)
    await userEvent.type(field(), '40a7-19')
    expect(field()).toHaveValue('40719')
    expect(complete).not.toHaveBeenCalled()
    await userEvent.type(field(), '3')
    expect(complete).toHaveBeenCalledExactlyOnceWith('407193')
  })

  test('is corrected by typing over the wrong digit', async () => {
    render(<Harness start="407199" />)
    await userEvent.type(field(), '3', { initialSelectionStart: 5, initialSelectionEnd: 5 })
    expect(field()).toHaveValue('407193')
    await userEvent.type(field(), '5', { initialSelectionStart: 0, initialSelectionEnd: 0 })
    expect(field()).toHaveValue('507193')
    expect(field().selectionStart).toBe(1)
  })

  test('that was wrong is replaced by the next one typed', async () => {
    const complete = vi.fn()
    render(<Harness onComplete={complete} start="407199" error="This code is wrong." />)
    await userEvent.type(field(), '5')
    expect(field()).toHaveValue('5')
    await userEvent.type(field(), '07193')
    expect(field()).toHaveValue('507193')
    expect(complete).toHaveBeenCalledExactlyOnceWith('507193')
  })

  test('can be filled in by the browser and opens the numeric keyboard of a phone', () => {
    render(<Harness />)
    expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field()).toHaveAttribute('inputmode', 'numeric')
  })

  test('that is wrong says so below, linked to the field', () => {
    render(<Harness error="This code has expired. Send a new one." />)
    expect(screen.getByRole('alert')).toHaveTextContent('This code has expired. Send a new one.')
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription('This code has expired. Send a new one.')
  })
})
