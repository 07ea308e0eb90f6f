import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session'
import { profileOf } from '../../platform/test-cast'
import { FakeDesktop } from '../../platform/test-desktop'
import { renderPage, withEnglish } from '../../platform/test-page'
import { signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { ProfilePage } from './profile-page'
import { useProfile } from './store'

withServer()
withEnglish('profile')
let app: FakeDesktop

beforeEach(() => {
  signInAs(7)
  useProfile.setState({ profile: profileOf({}), status: 'ready' })
  app = new FakeDesktop({
    autoLaunch: () => ({ enabled: false, refused: true }),
    setAutoLaunch: ({ enabled }: { enabled: boolean }) => ({ enabled, refused: !enabled }),
    autoStart: () => ({ enabled: true }),
    setAutoStart: ({ enabled }: { enabled: boolean }) => ({ enabled }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
})

function open() {
  return renderPage(
    <>
      <ProfilePage />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
    { path: '/profile' },
  )
}
const withComputer = () => {
  vi.stubGlobal('wheelhouse', app.bridge)
  open()
}
const launchSwitch = () => screen.findByRole('switch', { name: /^Start Wheelhouse when this computer starts/ })
const shareSwitch = () => screen.findByRole('switch', { name: /^Share my screen when Wheelhouse starts/ })

describe('Automatic actions of the desktop app on this computer', () => {
  test('shows that the person declined when the app asked, which can be changed [8.6d]', async () => {
    withComputer()
    expect(await launchSwitch()).not.toBeChecked()
    expect(screen.getByText(/You declined this, so Wheelhouse does not ask again/)).toBeInTheDocument()
    await userEvent.click(await launchSwitch())
    expect(app.callsOn('setAutoLaunch')).toEqual([{ enabled: true }])
    expect(await launchSwitch()).toBeChecked()
    expect(screen.queryByText(/You said no/)).not.toBeInTheDocument()
    expect((await axe.run(document.body)).violations).toEqual([])
  })

  test('automatic sharing is on unless it was turned off here [4.12a] [9.3b]', async () => {
    withComputer()
    expect(await shareSwitch()).toBeChecked()
    await userEvent.click(await shareSwitch())
    expect(app.callsOn('setAutoStart')).toEqual([{ enabled: false }])
    expect(await shareSwitch()).not.toBeChecked()
    expect(await launchSwitch()).not.toBeChecked()
  })

  test('a setting that the computer refuses stays as it was, with a message', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    app.answer({ setAutoLaunch: () => Promise.reject(new Error('read-only file system')) })
    withComputer()
    await userEvent.click(await launchSwitch())
    expect(await screen.findByRole('alert')).toHaveTextContent('The setting was not changed. Try again.')
    expect(await launchSwitch()).not.toBeChecked()
    log.mockRestore()
  })

  test('settings that cannot be read are reported', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    app.answer({ autoStart: () => Promise.reject(new Error('broken')) })
    withComputer()
    expect(await screen.findByRole('alert')).toHaveTextContent('The settings of this computer could not be read.')
    log.mockRestore()
  })

  test('a browser has none of these settings [9.3b]', async () => {
    open()
    const device = screen.getByRole('heading', { name: 'This device' })
    expect(within(device.ownerDocument.body).queryByRole('heading', { name: 'This computer' })).not.toBeInTheDocument()
    expect(screen.queryByRole('switch', { name: /with this computer/ })).not.toBeInTheDocument()
  })
})
