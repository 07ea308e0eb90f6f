import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NoteItem } from '#shared/contract/documents/endpoints'
import { usePreferences } from '../../platform/preferences'
import { endSession } from '../../platform/session'
import { renderPage, withEnglish } from '../../platform/test-page'
import { itemOf } from '../logs/test-logs'
import { PinnedAndRecent } from './pinned-and-recent'

withEnglish('documents')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T23:30:00Z') })
  usePreferences.setState({ timeZone: 'UTC' })
})
afterEach(() => {
  vi.useRealTimers()
  endSession()
})

/** Returns the text below the name in the row of a document. */
function secondLine(more: Partial<NoteItem>): string {
  renderPage(<PinnedAndRecent rows={[itemOf(3, 'Row', more)]} isSearch={false} current={null} />)
  return screen.getByRole('link').textContent?.replace(/^Row/, '') ?? ''
}
const at = (last_written_at: string) => ({ last_written_at })
const recording = (speakers: number, duration_seconds: number) => ({
  document_type: 'diarization' as const,
  recording: { speakers, duration_seconds },
})
const page = { document_type: 'document' as const }
const nobody = { last_written_by: null }

describe('The second line of a row [3.6b]', () => {
  test.each([
    ['Written 2:04 PM by Mate', { ...at('2026-11-20T14:04:00Z'), ...nobody, is_pinned: true }],
    ['Yesterday by Jonas Weber', { ...at('2026-11-19T14:04:00Z'), last_written_by: 'Jonas Weber', is_pinned: true }],
    ['1:12 PM by Tom Reyes', at('2026-11-20T13:12:00Z')],
    ['Yesterday by Mate', { ...at('2026-11-19T00:00:00Z'), ...nobody }],
    ['Mon, Nov 9 by Tom Reyes', at('2026-11-09T12:00:00Z')],
    ['Page, Mon, Nov 9', { ...at('2026-11-09T12:00:00Z'), ...page }],
    ['Page, Wed, Dec 31, 2025', { ...at('2025-12-31T12:00:00Z'), ...page }],
    ['Page, 1:12 PM', { ...at('2026-11-20T13:12:00Z'), ...page }],
    ['Meeting, 4 speakers, 38 min', recording(4, 2_280)],
    ['Meeting, 1 speaker, 1 min', recording(1, 12)],
    ['Meeting, 1 h 5 min', recording(0, 3_900)],
    ['Meeting, Mon, Nov 9', { ...at('2026-11-09T12:00:00Z'), document_type: 'diarization' as const }],
  ])('says “%s”', (text, row) => {
    expect(secondLine(row)).toBe(text)
  })

  test('uses the reader’s zone', () => {
    usePreferences.setState({ timeZone: 'Europe/Berlin' })
    expect(secondLine({ ...at('2026-11-19T23:15:00Z'), ...page })).toBe('Page, Fri, Nov 20')
  })
})
