import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { trackEvents } from '#shared/contract/profile/endpoints'
import { apiError } from '#shared/errors'
import { identify, track, trackPage } from './analytics'
import { flushEvents, startSendingEvents } from './analytics-sending'
import { endSession } from './session'
import { type Received, serve, signInAs, withServer } from './test-server'

interface Sent {
  name: string
  properties: Record<string, unknown>
}
const sentIn = (calls: Received[]) => calls.flatMap(call => call.body.events as Sent[])

withServer()
beforeEach(() => signInAs(7))
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.useRealTimers()
})

describe('Analytics', () => {
  test('keeps events in local storage until they are sent, also across a failed call [9.11a]', async () => {
    track('New_user')
    serve(trackEvents, apiError('server.unavailable'))
    await flushEvents()
    const calls = serve(trackEvents, null)
    await flushEvents()
    expect(sentIn(calls)).toMatchObject([{ name: 'New_user', properties: { platform: 'Web' } }])
    await flushEvents()
    expect(calls).toHaveLength(1)
  })

  test('sends batches of at most 50', async () => {
    for (let i = 0; i < 60; i += 1) track(`event ${i}`)
    const calls = serve(trackEvents, null)
    await flushEvents()
    await flushEvents()
    expect(calls.map(call => (call.body.events as unknown[]).length)).toEqual([50, 10])
  })

  test('identifies by id, e-mail, name, image and phone [9.11a]', async () => {
    identify({
      user_id: 7,
      user_email: 'maya@ridgeway.example',
      user_displayname: 'Maya',
      user_image: 'https://x.example/a.png?signature=1',
      user_phone: null,
    })
    const calls = serve(trackEvents, null)
    await flushEvents()
    expect(sentIn(calls)[0]?.properties).toEqual({
      platform: 'Web',
      id: 7,
      email: 'maya@ridgeway.example',
      name: 'Maya',
      image: 'https://x.example/a.png',
      phone: null,
    })
  })

  test('tracks the window’s height [9.11a]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stop = startSendingEvents()
    window.innerHeight = 640
    fireEvent(window, new Event('resize'))
    vi.advanceTimersByTime(500)
    stop()
    vi.useRealTimers()
    const calls = serve(trackEvents, null)
    await flushEvents()
    expect(sentIn(calls).map(event => event.name)).toEqual(['Viewport Resized'])
    expect(sentIn(calls)[0]?.properties).toMatchObject({ viewport_height: 640 })
  })

  test('leaves secrets out of page views', async () => {
    trackPage('/verify?code=123456#org')
    const calls = serve(trackEvents, null)
    await flushEvents()
    expect(sentIn(calls)).toMatchObject([{ name: 'Page View', properties: { path: '/verify' } }])
  })

  test('delays an outbound link by at most 250 ms [9.11c]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const leave = vi.fn()
    vi.stubGlobal('location', { ...location, origin: location.origin, hash: '', pathname: '/', assign: leave })
    serve(trackEvents, () => new Promise(() => {}))
    const stop = startSendingEvents()
    const link = document.body.appendChild(
      Object.assign(document.createElement('a'), { href: 'https://elsewhere.example/page' }),
    )
    fireEvent.click(link)
    vi.advanceTimersByTime(249)
    expect(leave).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(leave).toHaveBeenCalledExactlyOnceWith('https://elsewhere.example/page')
    stop()
    link.remove()
    vi.unstubAllGlobals()
  })

  test('forgets events together with the person they are about', async () => {
    track('something')
    endSession()
    signInAs(8)
    const calls = serve(trackEvents, null)
    await flushEvents()
    expect(calls).toHaveLength(0)
  })
})
