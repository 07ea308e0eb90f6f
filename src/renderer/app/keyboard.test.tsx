import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { fetchMate, getNewSuggestions, getSuggestions, sendToMate } from '#shared/contract/mate/endpoints'
import { listChats } from '#shared/contract/messages/endpoints'
import { fetchProfile, updateProfile } from '#shared/contract/profile/endpoints'
import { registerCommands } from '../platform/commands'
import { usePreferences } from '../platform/preferences'
import { lakeside, organisationOf, profileOf } from '../platform/test-cast'
import { serve } from '../platform/test-server'
import { openApp, signedIn, withApp } from './test-app'

withApp()
afterEach(() => usePreferences.setState({ singleKeys: true, theme: 'system' }))

async function atHome() {
  serve(fetchMate, [])
  serve(listDocuments, [])
  serve(getNewSuggestions, [])
  serve(getSuggestions, [])
  signedIn({}, [organisationOf({ org_role: 'member' }), lakeside])
  openApp('/home/spaces')
  await screen.findByRole('button', { name: 'Ridgeway Cycles, workspaces' })
}

async function openPalette() {
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Search or jump to' })
}

const optionNames = () => screen.getAllByRole('option').map(option => option.textContent)

describe('Keys', () => {
  test('g then m goes to Mate, g then o opens the workspace', async () => {
    await atHome()
    await userEvent.keyboard('go')
    await waitFor(() => expect(location.hash).toBe('#/home/spaces#org'))
    await userEvent.keyboard('{Escape}gm')
    await waitFor(() => expect(location.hash).toBe('#/chat'))
  })

  test('? shows all shortcuts', async () => {
    await atHome()
    await userEvent.keyboard('?')
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(list).toHaveTextContent('Go to Mate')
    expect(list).toHaveTextContent('Go to notifications')
  })

  test('without Ctrl or Alt do nothing while somebody types', async () => {
    await atHome()
    await userEvent.type(await openPalette(), 'gm?')
    expect(location.hash).toBe('#/home/spaces')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  })

  test('without Ctrl or Alt can be turned off; the palette stays', async () => {
    usePreferences.setState({ singleKeys: false })
    await atHome()
    await userEvent.keyboard('gm?')
    expect(location.hash).toBe('#/home/spaces')
    expect(await openPalette()).toHaveFocus()
  })
})

describe('The command palette', () => {
  test('jumps to a page', async () => {
    await atHome()
    await userEvent.type(await openPalette(), 'mat{Enter}')
    await waitFor(() => expect(location.hash).toBe('#/chat'))
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('opens from the rail as well, and Escape leaves it', async () => {
    await atHome()
    await userEvent.click(screen.getByRole('button', { name: 'Search or jump to' }))
    expect(await screen.findByRole('combobox')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('finds by the beginnings of words, in any order and without accents', async () => {
    await atHome()
    await userEvent.type(await openPalette(), 'clinic swi')
    expect(optionNames()[0]).toContain('Switch to Lakeside Physio Clinic')
  })

  test('switches the workspace, and the navigation stays in place', async () => {
    await atHome()
    const navigation = screen.getByRole('navigation', { name: 'Main' })
    const calls = serve(updateProfile, profileOf({ selected_organizationId: 5 }))
    serve(fetchProfile, profileOf({ selected_organizationId: 5 }))
    await userEvent.type(await openPalette(), 'lakeside{Enter}')
    expect(await screen.findByRole('button', { name: 'Lakeside Physio Clinic, workspaces' })).toBeInTheDocument()
    expect(calls[0]?.body).toMatchObject({ selected_organizationId: 5 })
    await waitFor(() => expect(location.hash).toBe('#/chat'))
    expect(navigation).toBeInTheDocument()
  })

  test('moves with the arrow keys and announces the active option', async () => {
    await atHome()
    const input = await openPalette()
    await userEvent.type(input, 'theme{ArrowDown}{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen).toHaveTextContent('Theme: Dark')
    expect(input).toHaveAttribute('aria-activedescendant', chosen.id)
    await userEvent.keyboard('{Enter}')
    expect(usePreferences.getState().theme).toBe('dark')
  })

  test('passes any other text to Mate', async () => {
    const sent = serve(sendToMate, { question_id: 1, message_id: 2 })
    await atHome()
    await userEvent.type(await openPalette(), 'why was bay 2 late')
    expect(optionNames()).toEqual([expect.stringContaining('Ask Mate “why was bay 2 late”')])
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(location.hash).toBe('#/chat'))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ message: 'why was bay 2 late' }))
  })

  test('offers what can be done on the screen, also without keys', async () => {
    serve(listChats, [])
    await atHome()
    await userEvent.click(screen.getByRole('link', { name: 'Messages' }))
    await screen.findByRole('button', { name: 'New group' })
    await userEvent.type(await openPalette(), 'group{Enter}')
    expect(await screen.findByRole('dialog', { name: 'New group' })).toBeInTheDocument()
  })

  test('offers what features register', async () => {
    const opened: string[] = []
    const forget = registerCommands({
      id: 'test',
      commands: () => [{ id: 'log', label: 'Harbourside bay log', kind: 'Logbook', run: () => opened.push('log') }],
    })
    await atHome()
    await userEvent.type(await openPalette(), 'bay')
    const option = screen.getByRole('option', { name: /Harbourside bay log/ })
    expect(within(option).getByText('Logbook')).toBeInTheDocument()
    await userEvent.click(option)
    expect(opened).toEqual(['log'])
    forget()
  })
})
