import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  anyone,
  downloadEndpoint,
  endpoint,
  member,
  pagedList,
  signedIn,
  uploadEndpoint,
} from '#shared/contract/endpoint'
import { getTokens } from '#shared/contract/session/endpoints'
import { apiError } from '#shared/errors'
import { api, apiFile, apiPage, CallFailed, call, callWithBytes } from './api'
import { endSession, useSession } from './session'
import { freshTokens, jwt, PageOf, serve, signInAs, withServer } from './test-server'

const Mark = z.object({ id: z.int(), note: z.string() })
const readMark = endpoint({
  method: 'GET',
  path: '/marks/{mark_id}',
  summary: '',
  access: member(),
  body: z.object({ mark_id: z.int(), tags: z.array(z.string()).optional() }),
  answer: Mark,
})
const addMark = endpoint({
  method: 'POST',
  path: '/marks/add',
  summary: '',
  access: member(),
  body: z.object({ note: z.string() }),
  answer: Mark,
})
const listMarks = pagedList({
  method: 'POST',
  reads: true,
  path: '/marks/list',
  summary: '',
  access: signedIn(),
  body: z.object({}),
  item: Mark,
})
const putPicture = uploadEndpoint({
  method: 'PUT',
  path: '/marks/{mark_id}/picture',
  summary: '',
  access: member(),
  carries: 'bytes',
  bodyBytes: 1_000,
  body: z.object({ mark_id: z.int(), title: z.string() }),
  answer: Mark,
})
const knock = endpoint({
  method: 'POST',
  path: '/knock',
  summary: '',
  access: anyone(),
  body: z.object({ note: z.string() }),
  answer: z.null(),
})
const exportMarks = downloadEndpoint({
  method: 'GET',
  path: '/marks/{mark_id}/export',
  summary: '',
  access: member(),
  files: { by: 'kind', types: { csv: 'text/csv' } },
  body: z.object({ mark_id: z.int(), kind: z.enum(['csv']).optional() }),
  answer: Mark,
})
const mark = { id: 1, note: 'Ask Tom' }

withServer()
beforeEach(() => signInAs(7, { organizationId: 3 }))
afterEach(() => {
  endSession()
  location.hash = ''
  vi.restoreAllMocks()
})

describe('What a call carries', () => {
  test('a bearer identity token, and the three ids in body and query [7.1a] [7.1b]', async () => {
    const tokens = signInAs(7, { organizationId: 3 })
    const calls = serve(addMark, mark)
    expect(await api(addMark, { note: 'Ask Tom' })).toEqual(mark)
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${tokens.IdToken}`)
    expect(calls[0]?.body).toEqual({ note: 'Ask Tom', organization_id: 3, user_id: 7, origin_id: 7 })
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ organization_id: '3', user_id: '7', origin_id: '7' })
  })

  test('a GET fills its path and carries the rest in the query, lists as JSON', async () => {
    const calls = serve(readMark, mark)
    await api(readMark, { mark_id: 12, tags: ['a', 'b'] })
    expect(calls[0]?.params).toEqual({ mark_id: '12' })
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      tags: '["a","b"]',
      organization_id: '3',
      user_id: '7',
      origin_id: '7',
    })
    expect(calls[0]?.headers.has('idempotency-key')).toBe(false)
  })

  test('bytes are the body, beside fields in path and query, also when the call is made again [D23]', async () => {
    const bodies: string[] = []
    const calls = serve(putPicture, async call => {
      bodies.push(call.text)
      return bodies.length === 1 ? Response.error() : mark
    })
    const bytes = Uint8Array.from('GIF89a', letter => letter.charCodeAt(0))
    expect(await callWithBytes(putPicture, { mark_id: 12, title: 'Bay' }, bytes)).toMatchObject({
      ok: true,
      data: mark,
    })
    expect(bodies).toEqual(['GIF89a', 'GIF89a'])
    expect(calls[0]?.headers.get('content-type')).toBe('application/octet-stream')
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
      title: 'Bay',
      organization_id: '3',
      user_id: '7',
      origin_id: '7',
    })
    expect(calls[1]?.headers.get('idempotency-key')).toBe(calls[0]?.headers.get('idempotency-key'))
  })

  test('an open call carries neither token nor ids', async () => {
    const calls = serve(knock, null)
    await api(knock, { note: 'hello' })
    expect(calls[0]?.headers.has('authorization')).toBe(false)
    expect(calls[0]?.body).toEqual({ note: 'hello' })
  })

  test('every write has a key of its own', async () => {
    const calls = serve(addMark, mark)
    await api(addMark, { note: 'one' })
    await api(addMark, { note: 'one' })
    const keys = calls.map(received => received.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[\w-]{22}$/)
    expect(keys[1]).not.toBe(keys[0])
  })
})

describe('What a call answers', () => {
  test('an error keeps its code, message and issues', async () => {
    serve(addMark, apiError('request.invalid', { issues: [{ path: 'note', message: 'Too long.' }] }))
    const failed = await api(addMark, { note: 'x' }).catch((cause: unknown) => cause)
    expect(failed).toBeInstanceOf(CallFailed)
    expect(failed).toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path: 'note', message: 'Too long.' }],
    })
  })

  test('an error keeps its data, or null without any; `call` returns it, `api` throws it [D18, 7.1e]', async () => {
    const data = { current: { content: 'Theirs' }, sent: { content: 'Mine' } }
    serve(addMark, apiError('document.stale', { data }))
    expect(await call(addMark, { note: 'x' })).toMatchObject({ ok: false, code: 'document.stale', data })
    await expect(api(addMark, { note: 'x' })).rejects.toMatchObject({ status: 409, data })
    serve(addMark, apiError('document.read_only'))
    await expect(api(addMark, { note: 'x' })).rejects.toMatchObject({ status: 403, data: null })
  })

  test('an answer of the wrong shape is a failed call, and the console knows why', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    serve(addMark, { id: 'one' } as never)
    expect(await call(addMark, { note: 'x' })).toMatchObject({ ok: false, data: null, code: 'answer.invalid' })
    expect(log).toHaveBeenCalledOnce()
  })

  test('a proxy’s page in place of an answer is reported by its status', async () => {
    serve(addMark, new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await call(addMark, { note: 'x' })).toMatchObject({ ok: false, status: 502, code: 'server.unavailable' })
  })

  test('a page comes with the cursor of the next one', async () => {
    serve(listMarks, new PageOf([mark], 'c2'))
    expect(await apiPage(listMarks, {})).toEqual({ items: [mark], next_cursor: 'c2' })
  })
})

describe('Tokens', () => {
  test('an expired identity token is refreshed before the call [4.1b] [9.2a]', async () => {
    signInAs(7, { tokens: { ...freshTokens(), IdToken: jwt(-1), RefreshToken: 'old' } })
    const fresh = freshTokens()
    const refreshes = serve(getTokens, fresh)
    const calls = serve(addMark, mark)
    await api(addMark, { note: 'x' })
    expect(refreshes[0]?.body).toEqual({ refresh_token: 'old' })
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${fresh.IdToken}`)
    expect(useSession.getState().tokens).toEqual(fresh)
  })

  test('an unreadable token counts as expired [9.2b]', async () => {
    signInAs(7, { tokens: { ...freshTokens(), IdToken: 'not a token' } })
    const refreshes = serve(getTokens, freshTokens())
    serve(addMark, mark)
    await api(addMark, { note: 'x' })
    expect(refreshes).toHaveLength(1)
  })

  test('calls at the same time share one refresh [4.1c]', async () => {
    signInAs(7, { tokens: freshTokens(-1) })
    const refreshes = serve(getTokens, freshTokens())
    serve(addMark, mark)
    serve(listMarks, [])
    await Promise.all([api(addMark, { note: 'a' }), api(addMark, { note: 'b' }), api(listMarks, {})])
    expect(refreshes).toHaveLength(1)
  })

  test.each([
    ['the refresh is refused [8.2c]', () => apiError('session.refresh_refused')],
    ['the refresh brings no identity token [8.2c]', () => ({ AccessToken: 'a', RefreshToken: 'b' }) as never],
  ])('signed out with all state reset when %s [4.1d] [8.2a] [8.2b]', async (_, answer) => {
    signInAs(7, { tokens: freshTokens(-1) })
    serve(getTokens, answer())
    expect(await call(addMark, { note: 'x' })).toMatchObject({ status: 401, message: 'Unauthorized' })
    expect(useSession.getState()).toMatchObject({ tokens: null, userId: null })
  })

  test('a refresh without network signs nobody out', async () => {
    const tokens = signInAs(7, { tokens: freshTokens(-1) })
    serve(getTokens, Response.error())
    expect(await call(addMark, { note: 'x' })).toMatchObject({ ok: false, code: 'network.failed' })
    expect(useSession.getState().tokens).toEqual(tokens)
  })

  test('a token that another tab renewed is used instead of refreshed again [4.1c]', async () => {
    const stale = signInAs(7, { tokens: freshTokens(-1) })
    const renewed = freshTokens()
    const saved = JSON.parse(localStorage.getItem('app') ?? '{}')
    expect(saved.session.tokens).toEqual(stale)
    localStorage.setItem('app', JSON.stringify({ ...saved, session: { ...saved.session, tokens: renewed } }))
    const calls = serve(addMark, mark)
    await api(addMark, { note: 'x' })
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${renewed.IdToken}`)
  })

  test('a token that the server rejects early is refreshed, and the call continues', async () => {
    const turnedDown = signInAs(7)
    const refreshes = serve(getTokens, freshTokens())
    const calls = serve(addMark, ({ headers }) =>
      headers.get('authorization') === `Bearer ${turnedDown.IdToken}` ? apiError('session.expired') : mark,
    )
    expect(await api(addMark, { note: 'x' })).toEqual(mark)
    expect(refreshes).toHaveLength(1)
    expect(calls.map(received => received.headers.get('idempotency-key'))[1]).toBe(
      calls[0]?.headers.get('idempotency-key'),
    )
  })

  test('a device with a wrong clock judges `exp` by the server’s clock', async () => {
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 3_600_000)
    const late = jwt(3600 - 5 * 3600)
    useSession.getState().renew({
      IdToken: late.replace(/\.(.+)\./, (_, body: string) => `.${reissued(body)}.`),
      AccessToken: 'a',
      RefreshToken: 'r',
    })
    serve(addMark, mark)
    expect(await api(addMark, { note: 'x' })).toEqual(mark)
  })
})

/** The same token as if the server had issued it five hours before the time of this device. */
function reissued(body: string): string {
  const claims = JSON.parse(atob(body)) as { iat: number }
  return btoa(JSON.stringify({ ...claims, iat: claims.iat - 5 * 3600 })).replaceAll('=', '')
}

describe('Network failures', () => {
  test('the call is repeated once, with the same key [8.3a]', async () => {
    let tries = 0
    const calls = serve(addMark, () => (++tries === 1 ? Response.error() : mark))
    expect(await api(addMark, { note: 'x' })).toEqual(mark)
    expect(calls).toHaveLength(2)
    expect(calls[1]?.headers.get('idempotency-key')).toBe(calls[0]?.headers.get('idempotency-key'))
  })

  test('failing twice answers 500, Failed API call after retry [8.3b]', async () => {
    const calls = serve(addMark, Response.error())
    expect(await call(addMark, { note: 'x' })).toMatchObject({
      status: 500,
      message: 'Failed API call after retry',
      data: null,
    })
    expect(calls).toHaveLength(2)
  })

  test('a token that is gone by then answers 401, Unauthorized after retry [8.3b]', async () => {
    serve(addMark, () => {
      endSession()
      return Response.error()
    })
    expect(await call(addMark, { note: 'x' })).toMatchObject({ status: 401, message: 'Unauthorized after retry' })
  })
})

describe('A file [7.14c]', () => {
  const params = { mark_id: 12, kind: 'csv' } as const
  const file = () =>
    new Response('id,note\r\n', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="B_ro.csv"; filename*=UTF-8''B%C3%BCro%20%28%29.csv`,
      },
    })

  test('comes with the name to save it under, requested with the bearer', async () => {
    const tokens = signInAs(7, { organizationId: 3 })
    const calls = serve(exportMarks, file)
    const { blob, name } = await apiFile(exportMarks, params)
    expect(await blob.text()).toBe('id,note\r\n')
    expect(name).toBe('Büro ().csv')
    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${tokens.IdToken}`)
    expect(calls[0]?.headers.get('accept')).toBe('application/json')
    expect(calls[0]?.query.get('kind')).toBe('csv')
  })

  test('is requested again when the network failed, and with a new token when the old one is rejected', async () => {
    const answers = [Response.error(), apiError('session.expired'), file()]
    serve(getTokens, freshTokens())
    const calls = serve(exportMarks, () => answers.shift() ?? file())
    expect(await apiFile(exportMarks, params)).toMatchObject({ name: 'Büro ().csv' })
    expect(calls).toHaveLength(3)
  })

  test('throws for an error like any other call', async () => {
    serve(exportMarks, apiError('document.not_found'))
    await expect(apiFile(exportMarks, params)).rejects.toMatchObject({ status: 404, code: 'document.not_found' })
    await expect(apiFile(exportMarks, params)).rejects.toBeInstanceOf(CallFailed)
  })

  test('is not requested without a session', async () => {
    endSession()
    await expect(apiFile(exportMarks, params)).rejects.toMatchObject({ status: 401, code: 'session.required' })
  })
})

test('on the guest chat a signed-in call is denied without touching the network [8.1]', async () => {
  location.hash = '#/chat-guest'
  const calls = serve(addMark, mark)
  expect(await call(addMark, { note: 'x' })).toMatchObject({ status: 403, message: 'Guest chat access denied' })
  expect(calls).toHaveLength(0)
  serve(knock, null)
  expect(await call(knock, { note: 'x' })).toMatchObject({ ok: true })
})

test('without a session a call answers 401, Unauthorized [8.2a]', async () => {
  endSession()
  expect(await call(addMark, { note: 'x' })).toMatchObject({
    status: 401,
    message: 'Unauthorized',
    code: 'session.required',
  })
})
