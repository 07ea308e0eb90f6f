import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changePreferences,
  type NotificationPreferences,
  readPreferences,
  registerToken,
  unregisterToken,
} from '#shared/contract/notifications/endpoints'
import { getConfig } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { endSession } from '../../platform/session'
import { preferencesOf } from '../../platform/test-cast'
import { expectButtonsInPalette, runAction } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { NotificationSettingsCard } from './settings'

withServer()
withEnglish('notifications')

let kept: NotificationPreferences

beforeEach(() => {
  signInAs(7)
  kept = preferencesOf()
  serve(readPreferences, () => kept)
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

const open = () =>
  renderPage(
    <main>
      <NotificationSettingsCard />
      <Toaster label="Toasts" closeLabel="Close" />
    </main>,
  )

/** The server takes every change. */
const accepting = () =>
  serve(changePreferences, ({ body }) => {
    const { kinds, ...rest } = body as Partial<NotificationPreferences>
    kept = { ...kept, ...rest, kinds: { ...kept.kinds, ...kinds } }
    return kept
  })

describe('What the person is notified of [D38]', () => {
  test('a kind is turned off for one channel at once, the others stay', async () => {
    const changes = accepting()
    open()
    const box = await screen.findByRole('checkbox', { name: 'Somebody mentions you: Push' })
    expect(screen.getAllByRole('checkbox')).toHaveLength(24)
    expect(box).toBeChecked()
    await userEvent.click(box)
    expect(box).not.toBeChecked()
    await waitFor(() =>
      expect(changes[0]?.body).toMatchObject({ kinds: { mention: { in_app: true, push: false, mail: true } } }),
    )
    expect(screen.getByRole('checkbox', { name: 'Somebody mentions you: E-mail' })).toBeChecked()
    expect((await axe.run(document.body)).violations).toEqual([])
  })

  test('quiet hours begin with a night, and their times can be changed', async () => {
    const changes = accepting()
    open()
    await userEvent.click(await screen.findByRole('switch', { name: /^Quiet hours/ }))
    const from = await screen.findByLabelText('From')
    expect(from).toHaveValue('22:00')
    expect(screen.getByLabelText('To')).toHaveValue('07:00')
    await userEvent.clear(from)
    await userEvent.type(from, '21:30')
    await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ quiet: { from: '21:30', to: '07:00' } }))
    await userEvent.click(screen.getByRole('switch', { name: /^Quiet hours/ }))
    await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ quiet: null }))
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument()
  })

  test('a summary can be chosen; a refused change is taken back and said', async () => {
    serve(changePreferences, apiError('server.unavailable'))
    open()
    const group = await screen.findByRole('group', { name: 'Summary by e-mail' })
    await userEvent.click(within(group).getByRole('radio', { name: 'Weekly' }))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(within(group).getByRole('radio', { name: 'Off' })).toBeChecked()
    const changes = accepting()
    await userEvent.click(within(group).getByRole('radio', { name: 'Daily' }))
    await waitFor(() => expect(changes[0]?.body).toMatchObject({ digest: 'daily' }))
    expect(within(group).getByRole('radio', { name: 'Daily' })).toBeChecked()
  })

  test('offers another try if they did not load', async () => {
    serve(readPreferences, apiError('server.error'))
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your settings did not load.')
    serve(readPreferences, () => kept)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('table', { name: 'What you are notified of, and where' })).toBeVisible()
  })
})

describe('Push messages on this device', () => {
  const device = () => screen.findByRole('switch', { name: /^Show them on this device/ })

  /** A browser that answers the question for permission like this. */
  function browser(answer: NotificationPermission, before: NotificationPermission = 'default') {
    let subscription: object | null = null
    const one = {
      endpoint: 'https://push.example/1',
      toJSON: () => ({ endpoint: 'https://push.example/1' }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    }
    const subscribe = vi.fn(async (_options: unknown) => {
      subscription = one
      return one
    })
    const registration = {
      pushManager: { getSubscription: async () => subscription, subscribe },
      getNotifications: async () => [],
    }
    const api = {
      permission: before,
      requestPermission: vi.fn(async () => {
        api.permission = answer
        return answer
      }),
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', api)
    const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve(registration) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
    serve(getConfig, {
      ...{ is_super_user: false, assistant: { name: 'Mate', model: '' }, plans: [], push_public_key: 'KEY' },
      ...{ reads_words: true, features: [] },
    })
    return { subscribe, registered: serve(registerToken, null), unregistered: serve(unregisterToken, null) }
  }

  test('are allowed by the browser and registered with the key of the server, and can be ended [3.22, 7.10a, 7.10b]', async () => {
    const { subscribe, registered, unregistered } = browser('granted')
    open()
    await userEvent.click(await device())
    await waitFor(async () => expect(await device()).toBeChecked())
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
    expect(registered[0]?.body).toMatchObject({
      ...{ token: '{"endpoint":"https://push.example/1"}', device_id: 'web', user_id: 7 },
    })
    await userEvent.click(await device())
    await waitFor(async () => expect(await device()).not.toBeChecked())
    expect(unregistered).toHaveLength(1)
  })

  test('without permission no token is registered, and the page says what to do [8.5a]', async () => {
    const { subscribe, registered } = browser('denied')
    open()
    await userEvent.click(await device())
    expect(await screen.findByText(/This browser blocks notifications/)).toBeVisible()
    expect(await device()).toBeDisabled()
    expect(subscribe).not.toHaveBeenCalled()
    expect(registered).toEqual([])
  })

  test('a browser that gives no subscription is reported in the console [8.5b]', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { subscribe, registered } = browser('granted')
    subscribe.mockRejectedValue(new Error('No push service.'))
    open()
    await userEvent.click(await device())
    expect(await screen.findByText('This browser could not be registered. Try again later.')).toBeVisible()
    expect(log).toHaveBeenCalled()
    expect(registered).toEqual([])
    expect(await device()).not.toBeChecked()
    log.mockRestore()
  })

  test('are not offered where the browser has none', async () => {
    open()
    await screen.findByRole('table')
    expect(screen.queryByRole('switch', { name: /this device/ })).not.toBeInTheDocument()
  })
})

test('The command palette offers every switch and choice of the card', async () => {
  const changes = accepting()
  open()
  const box = await screen.findByRole('checkbox', { name: 'Somebody mentions you: Push' })
  expectButtonsInPalette()
  runAction('Somebody mentions you: Push')
  expect(box).not.toBeChecked()
  await waitFor(() => expect(changes).toHaveLength(1))
  runAction('Quiet hours')
  expect(await screen.findByLabelText('From')).toHaveValue('22:00')
})
