import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGraph } from '#shared/contract/graphs/endpoints'
import { apiError } from '#shared/errors'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { GraphInPage } from './graph-in-page'
import { useGraphsInPage } from './in-page-store'
import { plotOf } from './test-graphs'

withServer()
withEnglish('graphs')

beforeEach(() => {
  signInAs(7, { organizationId: 3 })
  usePreferences.setState({ timeZone: 'UTC' })
})
afterEach(() => {
  cleanup()
  endSession()
})

describe('A graph in the text of a page [D22, D46]', () => {
  test('shows its last seven days and leads to the graph; without the right to it, only that there is one', async () => {
    const reads = serve(readGraph, plotOf({ plot: { ...plotOf().plot, unit: 'day' } }))
    renderPage(<GraphInPage graph_id={5} />)
    const link = await screen.findByRole('link', { name: /Queue at the counter/ })
    expect(link).toHaveAttribute('href', '#/docs/3/5')
    expect(link).toHaveTextContent('The last 7 days')
    expect(screen.getByRole('img', { name: /Clear 3, Queue 1, Unattended 0/ })).toBeVisible()
    const [read] = reads
    expect(read?.query.get('unit')).toBe('day')
    expect(Date.parse(read?.query.get('to') ?? '') - Date.parse(read?.query.get('from') ?? '')).toBe(7 * 86_400_000)

    serve(readGraph, apiError('graph.not_found'))
    act(() => useGraphsInPage.getState().reloadAll())
    expect(await screen.findByText('A graph that you cannot see, or that no longer exists.')).toBeVisible()
    await waitFor(() => expect(document.body).not.toHaveTextContent('Queue at the counter'))
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('keeps its numbers when it does not load again, and leaves them with the page', async () => {
    serve(readGraph, plotOf())
    const { unmount } = renderPage(<GraphInPage graph_id={5} />)
    await screen.findByRole('link')
    serve(readGraph, apiError('server.error'))
    act(() => useGraphsInPage.getState().reloadAll())
    await waitFor(() => expect(useGraphsInPage.getState().graphs[5]?.failure).not.toBeNull())
    expect(screen.getByRole('link')).toBeVisible()
    unmount()
    expect(useGraphsInPage.getState().graphs).toEqual({})
  })
})
