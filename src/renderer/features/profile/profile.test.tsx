import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Erasure, eraseUser } from '#shared/contract/erasure/endpoints'
import { createProfile, fetchProfile, type Profile, updateProfile } from '#shared/contract/profile/endpoints'
import { readWorkingHours } from '#shared/contract/schedule/endpoints'
import { changeAddress, sendEmailCode, sendPhoneCode } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession, useSession } from '../../platform/session'
import { profileOf } from '../../platform/test-cast'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { Toaster } from '../../ui/toast'
import { ProfilePage } from './profile-page'
import { useProfile } from './store'

vi.mock('../../platform/square-picture', async original => ({
  ...(await original<typeof import('../../platform/square-picture')>()),
  squarePicture: async () => 'data:image/jpeg;base64,AAAA',
}))
withServer()
withEnglish('profile')
beforeEach(() => {
  signInAs(7)
  serve(eraseUser, null)
  serve(readWorkingHours, { user_id: 7, timezone: 'UTC', days: [], is_default: false })
})
afterEach(() => {
  endSession()
  localStorage.clear()
  usePreferences.setState({ language: 'en', theme: 'system', singleKeys: true, timeZone: null })
})

function open(profile: Partial<Profile>) {
  useProfile.setState({ profile: profileOf(profile), status: 'ready' })
  return renderPage(
    <>
      <ProfilePage />
      <Toaster label="Notifications" closeLabel="Close" />
    </>,
    { path: '/profile' },
  )
}

describe('The first profile', () => {
  const unnamed = { user_displayname: '', selected_organizationId: -1 }
  const name = () => screen.getByRole('textbox', { name: 'Display name' })
  const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  beforeEach(() => useSession.setState({ profileToken: 'once' }))

  test.each([
    ['America/Bogota', 'America/Bogota'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
  ])('takes the time zone from the browser: %s [5.1c] [9.10a]', async (timeZone, timezone) => {
    const options = new Intl.DateTimeFormat('en').resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
    const calls = serve(createProfile, profileOf())
    open(unnamed)
    await userEvent.type(name(), 'Maya Okafor')
    await goOn()
    await screen.findByRole('status', { name: 'Elsewhere' })
    expect(calls[0]?.body).toMatchObject({ timezone })
    vi.restoreAllMocks()
  })

  test('sends name, language and the browser’s time zone, without a bearer token [5.1c] [7.4b]', async () => {
    const calls = serve(createProfile, profileOf())
    open(unnamed)
    await userEvent.type(name(), '  Maya Okafor ')
    await goOn()
    await screen.findByRole('status', { name: 'Elsewhere' })
    expect(calls[0]?.body).toMatchObject({
      profile_token: 'once',
      displayname: 'Maya Okafor',
      language: 'en',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect(calls[0]?.headers.has('authorization')).toBe(false)
    expect(useSession.getState().profileToken).toBeNull()
  })

  test('sends the phone if there is one, the e-mail only without it [5.1a] [5.1b]', async () => {
    const calls = serve(createProfile, profileOf())
    const { unmount } = open({ ...unnamed, user_phone: '+15550142277', user_email: 'maya@ridgeway.example' })
    await userEvent.type(name(), 'Maya')
    await goOn()
    await waitFor(() => expect(calls).toHaveLength(1))
    unmount()
    useSession.setState({ profileToken: 'once' })
    open({ ...unnamed, user_phone: null, user_email: 'maya@ridgeway.example' })
    await userEvent.type(name(), 'Maya')
    await goOn()
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(({ body: { phone, email } }) => ({ phone, email }))).toEqual([
      { phone: '+15550142277', email: undefined },
      { phone: undefined, email: 'maya@ridgeway.example' },
    ])
  })

  test('needs a name [5.2a]', async () => {
    open(unnamed)
    await userEvent.type(name(), '   ')
    await goOn()
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the name others should see.')
  })

  test('succeeds when the one-time token has expired', async () => {
    serve(createProfile, apiError('profile.token_required'))
    const calls = serve(updateProfile, profileOf())
    open(unnamed)
    await userEvent.type(name(), 'Maya')
    await goOn()
    await screen.findByRole('status', { name: 'Elsewhere' })
    expect(calls[0]?.body).toMatchObject({ user_displayname: 'Maya', user_language: 'en' })
  })

  test('keeps what was typed after a failure, and shows the reason at the field that the server names', async () => {
    serve(createProfile, apiError('request.invalid', { issues: [{ path: 'displayname', message: 'Not this one.' }] }))
    open(unnamed)
    await userEvent.type(name(), 'Maya')
    await goOn()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not this one.')
    expect(name()).toHaveValue('Maya')
  })

  test('includes a picture', async () => {
    const calls = serve(createProfile, profileOf())
    open(unnamed)
    await userEvent.upload(
      screen.getByLabelText('Choose a picture', { selector: 'input' }),
      new File(['x'], 'me.png', { type: 'image/png' }),
    )
    await userEvent.type(name(), 'Maya')
    await screen.findByRole('button', { name: 'Change picture' })
    await goOn()
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ image: 'data:image/jpeg;base64,AAAA' }))
  })
})

describe('The profile', () => {
  test('changes the name', async () => {
    const calls = serve(updateProfile, profileOf({ user_displayname: 'Maya O.' }))
    open({})
    const name = screen.getByRole('textbox', { name: 'Display name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Maya O.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ user_displayname: 'Maya O.' })
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })

  test('shows a change even if the old profile was read meanwhile', async () => {
    let answer = () => {}
    const calls = serve(
      updateProfile,
      () =>
        new Promise<Profile>(resolve => {
          answer = () => resolve(profileOf({ user_displayname: 'Maya O.' }))
        }),
    )
    open({})
    await userEvent.type(screen.getByRole('textbox', { name: 'Display name' }), ' O.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    serve(fetchProfile, profileOf({}))
    await useProfile.getState().load()
    answer()
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(useProfile.getState().profile?.user_displayname).toBe('Maya O.')
  })

  test('removes the picture', async () => {
    const calls = serve(updateProfile, profileOf())
    open({ user_image: '/objects/me.png' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toHaveProperty('user_image', null)
  })

  test('switches the language at once', async () => {
    serve(updateProfile, profileOf({ user_language: 'de' }))
    open({})
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Deutsch' }))
    expect(await screen.findByRole('heading', { name: 'Profil' })).toBeInTheDocument()
    expect(document.documentElement.lang).toBe('de')
    usePreferences.setState({ language: 'en' })
    await screen.findByRole('heading', { name: 'Profile' })
  })

  test('sets theme and keys of this device', async () => {
    open({})
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    await userEvent.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }))
    expect(usePreferences.getState()).toMatchObject({ theme: 'dark', singleKeys: false })
  })

  test('changes the e-mail once its code is confirmed', async () => {
    serve(sendEmailCode, { expires_in: 300 })
    const calls = serve(changeAddress, profileOf({ user_email: 'new@ridgeway.example' }))
    open({})
    await userEvent.click(screen.getByRole('button', { name: 'Change your e-mail' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'new@ridgeway.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456')
    expect(await screen.findByText('new@ridgeway.example is confirmed')).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ email: 'new@ridgeway.example', OTP: '123456' })
    expect(useProfile.getState().profile?.user_email).toBe('new@ridgeway.example')
  })

  test('does not accept an address that somebody else has', async () => {
    serve(sendPhoneCode, { expires_in: 300 })
    serve(changeAddress, apiError('address.taken'))
    open({})
    await userEvent.click(screen.getByRole('button', { name: 'Add a phone number' }))
    const field = await screen.findByRole('textbox', { name: 'New phone number' })
    await userEvent.type(field, 'maya@ridgeway.example{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a phone number that begins with +')
    await userEvent.clear(field)
    await userEvent.type(field, '+15550142277{Enter}')
    await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('Another account already uses this address.')
  })
})

describe('Deleting the account [D39]', () => {
  const planned: Erasure = { requested_at: '2026-11-20T09:00:00.000Z', erased_after: '2026-11-27T09:00:00.000Z' }

  test('needs the address, says when it happens, and can be cancelled', async () => {
    const calls = serve(eraseUser, ({ body }) => ((body as { action: string }).action === 'request' ? planned : null))
    const { container } = open({ user_email: 'maya@ridgeway.example' })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
    const submit = dialog.getByRole('button', { name: 'Delete account' })
    expect(submit).toBeDisabled()
    expect((await axe.run(container.ownerDocument.body)).violations.map(({ id }) => id)).toEqual([])
    await userEvent.type(dialog.getByRole('textbox'), 'maya@ridgeway.example')
    await userEvent.click(submit)
    expect(await screen.findByText(/Your account is erased on .*27/)).toBeVisible()
    expect(calls.at(-1)?.body).toMatchObject({ action: 'request', confirmed_address: 'maya@ridgeway.example' })
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }))
    expect(await screen.findByRole('button', { name: 'Delete account' })).toBeVisible()
    expect(calls.at(-1)?.body).toMatchObject({ action: 'cancel' })
  })

  test('of the only owner of a workspace is refused with the reason', async () => {
    open({ user_email: 'maya@ridgeway.example' })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
    await userEvent.type(dialog.getByRole('textbox'), 'maya@ridgeway.example')
    serve(eraseUser, apiError('owner.last'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
    expect(await dialog.findByText(/owner/i)).toBeVisible()
  })
})

test('The command palette offers what the settings do, and of the name only once it can be saved', async () => {
  useSession.setState({ organizationId: 3 })
  open({ user_displayname: 'Maya Okafor', user_email: 'maya@ridgeway.example' })
  await screen.findByRole('button', { name: 'Change working hours' })
  expectButtonsInPalette()
  expect(offeredActions()).not.toContain('Save the name')
  await userEvent.type(screen.getByRole('textbox', { name: 'Display name' }), ' Lee')
  expect(offeredActions()).toContain('Save the name')
})
