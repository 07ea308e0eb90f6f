import { readFileSync } from 'node:fs'
import { getByRole, queryByRole } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PillAppearance } from '#shared/contract/desktop'
import { eventually } from '#shared/testing/eventually'
import { pillBridge } from '../platform/desktop-pill'
import { notSharing } from '../platform/test-desktop'

const look: PillAppearance = {
  language: 'de',
  state: 'sharing',
  title: 'Wird geteilt',
  watching: 'Sieht zu: Tom Reyes',
  watchers: 1,
  stop: 'Beenden',
  stopLabel: 'Teilen beenden',
}

let emit: (value: unknown) => void
const stopCapture = vi.fn<() => Promise<unknown>>()

beforeEach(async () => {
  const html = readFileSync('src/renderer/pill.html', 'utf8')
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML
  stopCapture.mockReset().mockResolvedValue({ ...notSharing, state: 'stopped_by_hand' })
  const pillChanged = (listener: (value: unknown) => void) => {
    emit = listener
    return () => undefined
  }
  vi.stubGlobal('wheelhousePill', { stopCapture, on: { pillChanged } })
  vi.resetModules()
  await import('./main')
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const status = () => getByRole(document.body, 'status')

describe('The page of the pill [D34]', () => {
  test('is not part of the web build, where it has no bridge', () => {
    vi.stubGlobal('wheelhousePill', undefined)
    expect(pillBridge()).toBeNull()
  })

  test('shows in its language what it is told, and offers Stop', async () => {
    expect(queryByRole(document.body, 'button')).toBeNull()
    emit(look)
    expect(status()).toHaveTextContent('Wird geteilt Sieht zu: Tom Reyes')
    expect(document.documentElement.lang).toBe('de')
    expect(getByRole(document.body, 'button', { name: 'Teilen beenden' })).toHaveTextContent('Beenden')
    expect((await axe.run(document.body)).violations).toEqual([])
    emit({ ...look, title: 'Pausiert', watching: 'Niemand sieht zu', watchers: 0 })
    expect(status()).toHaveTextContent('Pausiert Niemand sieht zu')
  })

  test('stops from the keyboard', async () => {
    emit(look)
    await userEvent.tab()
    expect(getByRole(document.body, 'button', { name: 'Teilen beenden' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(stopCapture).toHaveBeenCalledOnce()
  })

  test('shows names as text, whatever is in them', () => {
    emit({ ...look, watching: '<img src=x onerror=alert(1)>' })
    expect(status()).toHaveTextContent('<img src=x onerror=alert(1)>')
    expect(document.querySelector('img')).toBeNull()
  })

  test('ignores messages that break the contract, and logs a Stop without an answer', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    emit(look)
    emit({ title: 'Nothing to see here' })
    expect(status()).toHaveTextContent('Wird geteilt')
    stopCapture.mockRejectedValue(new Error('no'))
    await userEvent.click(getByRole(document.body, 'button', { name: 'Teilen beenden' }))
    await eventually(() => expect(log).toHaveBeenCalledTimes(2))
    log.mockRestore()
  })
})
