import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { denied, tabDeclined, tabSilent } from '../recording/test-meeting'
import { calm, MeetingPages, press, strip } from './test-meeting-page'

const pages = new MeetingPages()
const open = () => pages.open()
const chooseTab = () => userEvent.click(screen.getByRole('radio', { name: 'Microphone and the sound of a tab' }))
const sharedTab = () => {
  const last = pages.browser.sharedTabs.at(-1)
  if (!last) throw new Error('No tab was asked for.')
  return last
}

describe('Recording a call: the microphone and the sound of a tab [D40]', () => {
  test('the browser is asked for a tab first, then both are recorded; the strip and the page say so', async () => {
    await open()
    await chooseTab()
    expect(screen.getByText(/No picture is recorded/)).toBeInTheDocument()
    expect(screen.getByText(/tell everybody in the call/)).toBeInTheDocument()
    await press('Record')
    expect(pages.browser.microphone.mixed).toBe(sharedTab().stream)
    expect(within(await strip()).getByRole('img', { name: 'Microphone and the sound of a tab' })).toBeInTheDocument()
    expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
    await press('Stop recording', await strip())
    expect(sharedTab().isShared).toBe(false)
  })

  test('the microphone alone asks for no tab', async () => {
    await open()
    await press('Record')
    expect(pages.browser.sharedTabs).toEqual([])
    expect(pages.browser.microphone.canMix).toBe(false)
  })

  test.each([
    [tabDeclined, /^No tab was shared/],
    [tabSilent, /^What you shared has no sound/],
  ])('without the sound of a tab ($message) nothing starts until the person decides', async (refusal, text) => {
    pages.browser.refusesTab = refusal
    await open()
    await chooseTab()
    await press('Record')
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(pages.browser.microphones).toEqual([])
    await press('Record the microphone only')
    expect(await strip()).toHaveTextContent('Recording')
    expect(pages.browser.microphone.canMix).toBe(false)
  })

  test('… or chooses another tab', async () => {
    pages.browser.refusesTab = tabDeclined
    await open()
    await chooseTab()
    await press('Record')
    pages.browser.refusesTab = null
    await press('Choose a tab')
    expect(pages.browser.microphone.mixed).toBe(sharedTab().stream)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('when the sharing ends, the microphone is recorded on, which is said; a tab can be shared again', async () => {
    await open()
    await chooseTab()
    await press('Record')
    const { microphone } = pages.browser
    act(() => sharedTab().end())
    await calm()
    expect(microphone).toMatchObject({ mixed: null, isOpen: true, isPaused: false })
    expect(await strip()).toHaveTextContent('The tab is no longer shared. The microphone is still being recorded.')
    pages.browser.refusesTab = tabDeclined
    await press('Share a tab again')
    expect(screen.getByRole('alert')).toHaveTextContent('No tab was shared')
    pages.browser.refusesTab = null
    await press('Choose a tab')
    expect(pages.browser.sharedTabs).toHaveLength(2)
    expect(microphone.mixed).toBe(sharedTab().stream)
    await press('End the sound of the tab')
    expect(microphone.mixed).toBeNull()
    expect(sharedTab().isShared).toBe(false)
  })

  test('a tab that is chosen after the end of the recording is let go', async () => {
    await open()
    await chooseTab()
    await press('Record')
    await press('End the sound of the tab')
    let choose: () => void = () => undefined
    pages.browser.choosing = new Promise(resolve => {
      choose = resolve
    })
    await press('Share a tab again')
    await press('Stop recording', await strip())
    choose()
    await calm()
    expect(pages.browser.sharedTabs).toHaveLength(2)
    expect(sharedTab().isShared).toBe(false)
  })

  test('a lost microphone and a restart keep the tab', async () => {
    await open()
    await chooseTab()
    await press('Record')
    act(() => pages.browser.microphone.lose())
    await calm()
    expect(sharedTab().isShared).toBe(true)
    await press('Resume', await strip())
    expect(pages.browser.microphones).toHaveLength(2)
    expect(pages.browser.microphone.mixed).toBe(sharedTab().stream)
    await press('Restart', await strip())
    await press('Delete and restart', await screen.findByRole('alertdialog'))
    expect(pages.browser.microphones).toHaveLength(3)
    expect(pages.browser.microphone.mixed).toBe(sharedTab().stream)
    expect(pages.browser.sharedTabs).toHaveLength(1)
  })

  test('a refused microphone ends the sharing, because nothing is recorded', async () => {
    pages.browser.refuses = denied
    await open()
    await chooseTab()
    await press('Record')
    expect(sharedTab().isShared).toBe(false)
  })

  test('a browser that cannot do it says so', async () => {
    pages.browser.tabSupport = 'browser'
    await open()
    expect(screen.getByText(/This browser cannot record the sound of a tab/)).toBeInTheDocument()
    expect(screen.queryByRole('radio', { name: /sound of a tab/ })).not.toBeInTheDocument()
  })

  test('a phone offers nothing', async () => {
    pages.browser.tabSupport = 'none'
    await open()
    expect(screen.queryByText(/sound of a tab/)).not.toBeInTheDocument()
  })
})
