import { afterEach, expect, test } from 'vitest'
import { endSession } from '../../platform/session'
import { useTitle } from '../../platform/title'
import { previousPage, trackPages } from './previous-page'

afterEach(() => {
  endSession()
  location.hash = ''
})

const goTo = (hash: string) => {
  location.hash = hash
  useTitle.getState().name(hash)
}

test('The page of a question is sent without a query that is too long for the server', () => {
  trackPages()
  goTo('#/search?q=brakes')
  expect(previousPage()).toBe('#/search?q=brakes')
  goTo(`#/search?q=${encodeURIComponent('ब्रेक'.repeat(40))}`)
  expect(previousPage()).toBe('#/search')
  goTo('#/chat')
  expect(previousPage()).toBe('#/search')
})
