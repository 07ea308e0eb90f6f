import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { registerGuest } from '#shared/contract/guests/endpoints'
import { listOrganisations } from '#shared/contract/organisations/endpoints'
import { fetchProfile, getConfig, getSignInOptions } from '#shared/contract/profile/endpoints'
import { sendEmailCode, signOut, verifyCode } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { noOrganisation, useSession } from '../platform/session'
import { configOf, openInvite, organisationOf, profileOf, signInOptionsOf } from '../platform/test-cast'
import { freshTokens, serve } from '../platform/test-server'
import { openApp, signedIn, withApp } from './test-app'

const reloadToRoot = vi.hoisted(() => vi.fn())
vi.mock('../platform/reload', () => ({ reload: vi.fn(), reloadToRoot }))

withApp()
afterEach(() => vi.clearAllMocks())

const hash = () => location.hash

describe('Somebody who is signed out', () => {
  test('returns to where they wanted to go, with hash and query, after signing in [4.2c] [4.3a] [4.3b] [2.2a]', async () => {
    serve(getSignInOptions, signInOptionsOf())
    serve(sendEmailCode, { expires_in: 300 })
    serve(verifyCode, { ...freshTokens(), user_id: 7, isNewUser: false })
    serve(fetchProfile, profileOf())
    serve(listOrganisations, [organisationOf()])
    openApp('/home/spaces?day=today#small')

    await userEvent.type(await screen.findByRole('textbox', { name: 'E-mail or phone' }), 'maya@ridgeway.example')
    expect(hash()).toBe('#/login')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456')
    expect(await screen.findByRole('dialog', { name: 'Your workspaces' })).toBeInTheDocument()
    expect(hash()).toBe('#/home/spaces?day=today#small')
  })

  test('finds the operator’s own sign-in at /admin [2.2a]', async () => {
    serve(getSignInOptions, signInOptionsOf())
    openApp('/admin')
    expect(await screen.findByRole('heading', { name: 'Operator sign-in' })).toBeInTheDocument()
  })

  test('signs in there as an operator and gets to their page, without any workspace [2.2a, D7]', async () => {
    serve(getSignInOptions, signInOptionsOf())
    serve(sendEmailCode, { expires_in: 300 })
    serve(verifyCode, { ...freshTokens(), user_id: 7, isNewUser: false })
    serve(fetchProfile, profileOf({ selected_organizationId: noOrganisation }))
    serve(listOrganisations, [])
    serve(getConfig, configOf({ is_super_user: true }))
    openApp('/admin')
    await userEvent.type(await screen.findByRole('textbox', { name: 'E-mail or phone' }), 'maya@ridgeway.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456')
    expect(await screen.findByRole('heading', { level: 1, name: 'Operating this server' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Look at the job' })).toBeInTheDocument()
    expect(hash()).toBe('#/operate')
  })

  test.each([
    ['/meeting', 'Record a meeting'],
    ['/chat-guest', 'Mate'],
  ])(
    'may open %s, learns what it needs if the server takes no guests, and can go to the sign-in [2.3a]',
    async (path, title) => {
      serve(getSignInOptions, signInOptionsOf())
      serve(registerGuest, apiError('guest.off'))
      openApp(path)
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
      expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '#/login')
    },
  )
})

describe('Somebody who is signed in', () => {
  test('sees the layout with its navigation until the profile has loaded [2.20b]', async () => {
    signedIn()
    let answer: () => void = () => {}
    const calls = serve(
      fetchProfile,
      () =>
        new Promise(resolve => {
          answer = () => resolve(profileOf())
        }),
    )
    openApp('/home/spaces')
    expect(screen.getByRole('status', { busy: true })).toHaveTextContent('Loading')
    await waitFor(() => expect(calls).toHaveLength(1))
    answer()
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeInTheDocument()
  })

  test('can try again when the profile does not load', async () => {
    signedIn()
    serve(fetchProfile, apiError('server.unavailable'))
    openApp('/home/spaces')
    expect(await screen.findByRole('heading', { name: 'Your profile did not load' })).toBeInTheDocument()
    serve(fetchProfile, profileOf())
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeInTheDocument()
  })

  test('without a display name fills in the profile first, without navigation [4.2a] [5.2a]', async () => {
    signedIn({ user_displayname: ' ', selected_organizationId: -1 })
    openApp('/chat')
    expect(await screen.findByRole('textbox', { name: 'Display name' })).toBeInTheDocument()
    expect(hash()).toBe('#/profile')
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  test('without a workspace chooses one, without the shell [4.2b] [2.20a]', async () => {
    signedIn({ selected_organizationId: -1, open_invites: [openInvite] })
    openApp('/chat')
    expect(await screen.findByRole('heading', { name: 'Choose a workspace' })).toBeInTheDocument()
    expect(hash()).toBe('#/workspace')
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  test('signs out at /logout: the server knows, the device forgets, and /login comes shortly after [2.3b] [4.4a] [4.4b]', async () => {
    serve(getSignInOptions, signInOptionsOf())
    const calls = serve(signOut, null)
    signedIn()
    const { tokens } = useSession.getState()
    openApp('/logout')
    expect(await screen.findByRole('textbox', { name: 'E-mail or phone' })).toBeInTheDocument()
    expect(hash()).toBe('#/login')
    expect(calls[0]?.body).toMatchObject({ refresh_token: tokens?.RefreshToken })
    expect(useSession.getState()).toMatchObject({ tokens: null, userId: null })
    expect(localStorage.getItem('app')).not.toContain('maya')
  })

  test('sees that there is nothing at an unknown address [2.2b]', async () => {
    signedIn()
    openApp('/nowhere/at/all')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  })

  test('skips the navigation with one key', async () => {
    signedIn()
    openApp('/home/spaces')
    await screen.findByRole('navigation', { name: 'Main' })
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toContainElement(screen.getByRole('main'))
  })
})

describe('The organisation list', () => {
  test.each([
    ['#org', 'Ridgeway Cycles'],
    ['#small', 'Your workspaces'],
    ['#payment', 'Plan'],
  ])('opens through %s [2.18a]', async (value, name) => {
    signedIn({}, [organisationOf({ org_role: 'member' })])
    openApp(`/home/spaces${value}`)
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument()
  })

  test('opens from the organisation’s icon; a click elsewhere closes it [2.18b]', async () => {
    signedIn({}, [organisationOf({ org_role: 'member' })])
    openApp('/home/spaces')
    const icon = await screen.findByRole('button', { name: 'Ridgeway Cycles, workspaces' })
    await userEvent.click(icon)
    const panel = await screen.findByRole('dialog', { name: 'Ridgeway Cycles' })
    expect(hash()).toBe('#/home/spaces#org')
    await userEvent.click(within(panel).getByRole('heading', { name: 'Ridgeway Cycles' }))
    expect(panel).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('heading', { name: 'Home' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(hash()).toBe('#/home/spaces')
  })

  test('closes with Escape, and with its icon', async () => {
    signedIn({}, [organisationOf({ org_role: 'member' })])
    openApp('/home/spaces#org')
    await screen.findByRole('dialog', { name: 'Ridgeway Cycles' })
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const icon = screen.getByRole('button', { name: 'Ridgeway Cycles, workspaces' })
    await userEvent.click(icon)
    await screen.findByRole('dialog', { name: 'Ridgeway Cycles' })
    await userEvent.click(icon)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('explains the plan', async () => {
    signedIn({}, [organisationOf({ org_role: 'member', is_premium: true })])
    openApp('/home/spaces#payment')
    expect(await screen.findByRole('heading', { name: 'Ridgeway Cycles is a premium workspace' })).toBeInTheDocument()
  })

  test('that is not a list of organisations is reported, and can be tried again [5.3] [4.16b]', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    signedIn()
    serve(listOrganisations, [{ organization_id: 'three' }] as never)
    openApp('/home/spaces#small')
    const failed = await screen.findByRole('alert')
    expect(failed).toHaveTextContent('Your workspaces did not load')
    serve(listOrganisations, [organisationOf({ org_role: 'member' })])
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('button', { name: 'Ridgeway Cycles' })).toBeInTheDocument()
    log.mockRestore()
  })

  test('with a changed premium flag is applied, and the app reloads at the root [4.5b]', async () => {
    signedIn({}, [organisationOf({ org_role: 'member', is_premium: false })])
    openApp('/home/spaces')
    await screen.findByRole('button', { name: 'Ridgeway Cycles, workspaces' })
    expect(reloadToRoot).not.toHaveBeenCalled()
    serve(listOrganisations, [organisationOf({ org_role: 'member', is_premium: true })])
    await userEvent.click(screen.getByRole('button', { name: 'Ridgeway Cycles, workspaces' }))
    await waitFor(() => expect(reloadToRoot).toHaveBeenCalledOnce())
    expect(JSON.parse(localStorage.getItem('app') ?? '')).toMatchObject({
      organisations: { items: [{ is_premium: true }] },
    })
  })
})

describe('The profile menu', () => {
  test('opens from the avatar: name, profile, theme, language, keys, sign out [2.19]', async () => {
    signedIn()
    openApp('/home/spaces')
    await userEvent.click(await screen.findByRole('button', { name: 'Profile menu' }))
    const menu = await screen.findByRole('menu')
    expect(menu).toHaveTextContent('Maya Okafor')
    expect(menu).toHaveTextContent('maya@ridgeway.example')
    expect(within(menu).getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '#/profile')
    expect(within(menu).getByRole('menuitem', { name: 'Sign out' })).toHaveAttribute('href', '#/logout')
    const languages = within(menu).getByRole('group', { name: 'Language' })
    expect(within(languages).getByRole('menuitemradio', { name: 'English', checked: true })).toBeInTheDocument()
    expect(within(languages).getByRole('menuitemradio', { name: 'Deutsch', checked: false })).toBeInTheDocument()
    const look = within(menu).getByRole('group', { name: 'Theme' })
    await userEvent.click(within(look).getByRole('menuitemradio', { name: 'Dark' }))
    expect(JSON.parse(localStorage.getItem('app') ?? '')).toMatchObject({ preferences: { theme: 'dark' } })
  })
})
