import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { apiError } from '#shared/errors'
import { call } from './api'
import { useOutage } from './outage'
import { useIsServerAway } from './server-away'
import { serve, signInAs, withServer } from './test-server'

withServer()

const isAway = () => renderHook(useIsServerAway).result
const network = (is: 'offline' | 'online') => act(() => void window.dispatchEvent(new Event(is)))
const strip = (isReported: boolean) => act(() => useOutage.getState().setReported(isReported))
const asks = (answer: Parameters<typeof serve<typeof listDocuments>>[1]) =>
  act(async () => {
    serve(listDocuments, answer)
    await call(listDocuments, {})
  })

beforeEach(() => void signInAs())
afterEach(async () => {
  network('online')
  strip(false)
  await asks([])
})

test('a browser without a network has no server, until a call finds one on the same computer', async () => {
  await asks([])
  const away = isAway()
  expect(away.current).toBe(false)
  network('offline')
  expect(away.current).toBe(true)
  await asks([])
  expect(away.current).toBe(false)
  network('offline')
  expect(away.current).toBe(true)
  network('online')
  expect(away.current).toBe(false)
})

test('a lost socket alone is no lost server; with a call that failed it is, until one is answered', async () => {
  const away = isAway()
  strip(true)
  expect(away.current).toBe(false)
  await asks(Response.error())
  expect(away.current).toBe(true)
  await asks(apiError('document.not_found'))
  expect(away.current).toBe(false)
})

test('a single call that failed is no outage', async () => {
  const away = isAway()
  await asks(Response.error())
  expect(away.current).toBe(false)
})
