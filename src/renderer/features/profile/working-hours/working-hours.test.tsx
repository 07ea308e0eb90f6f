import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readWorkingHours, setWorkingHours, type WorkingHours } from '#shared/contract/schedule/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../../platform/session'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { WorkingHours as Card } from './working-hours'

withServer()
withEnglish('profile')
beforeEach(() => signInAs(7))
afterEach(() => {
  endSession()
  localStorage.clear()
})

const shift = (weekday: number) => ({ weekday, from: '09:00', to: '17:00', breaks: [] })
const usual: WorkingHours = { user_id: 7, timezone: 'Europe/London', days: [shift(1), shift(2)], is_default: true }

const open = () =>
  renderPage(
    <>
      <Card />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
  )

const change = async () => userEvent.click(await screen.findByRole('button', { name: 'Change working hours' }))
const setTime = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

describe('My working hours [D15]', () => {
  test('are changed by weekday, with breaks', async () => {
    serve(readWorkingHours, usual)
    const calls = serve(setWorkingHours, { ...usual, is_default: false })
    open()
    expect(await screen.findAllByText('9 AM to 5 PM')).toHaveLength(2)
    expect(screen.getByText('Times are in Europe/London.')).toBeVisible()
    await change()
    setTime('Monday, hours 1, from', '08:30')
    await userEvent.click(screen.getByRole('button', { name: 'Monday: add a break' }))
    setTime('Monday, break 1, to', '12:45')
    await userEvent.click(screen.getByRole('button', { name: 'Tuesday: remove hours 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Saturday: add hours' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Working hours saved')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({
      timezone: 'Europe/London',
      days: [
        { weekday: 1, from: '08:30', to: '17:00', breaks: [{ from: '12:00', to: '12:45' }] },
        { weekday: 6, from: '09:00', to: '17:00', breaks: [] },
      ],
    })
  })

  test('keep what was changed when saving fails, and after a reload', async () => {
    serve(readWorkingHours, usual)
    serve(setWorkingHours, apiError('server.unavailable'))
    const { unmount } = open()
    await change()
    await userEvent.click(await screen.findByRole('button', { name: 'Tuesday: remove hours 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    unmount()
    open()
    const tuesday = (await screen.findByRole('heading', { name: 'Tuesday' })).closest('li') as HTMLElement
    expect(within(tuesday).getByText('Off')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(tuesday).not.toBeInTheDocument()
    expect(screen.getAllByText('9 AM to 5 PM')).toHaveLength(2)
  })

  test('say when they cannot be loaded, and load again', async () => {
    serve(readWorkingHours, apiError('server.error'))
    open()
    const again = await screen.findByRole('button', { name: 'Try Again' })
    serve(readWorkingHours, usual)
    await userEvent.click(again)
    await waitFor(() => expect(screen.getByText('Monday')).toBeVisible())
  })
})
