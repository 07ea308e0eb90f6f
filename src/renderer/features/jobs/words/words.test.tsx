import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getConfig } from '#shared/contract/profile/endpoints'
import { serve } from '../../../platform/test-server'
import { useProfile } from '../../profile/store'
import { jobOf, runOf } from '../test-jobs'
import { withTestPage } from '../test-page'

const setup = withTestPage()

/** Opens a job on a server that can read words, or cannot. */
async function openJob(reads_words: boolean, reads = false) {
  const assistant = { name: 'Mate', model: 'small-vision' }
  const config = { is_super_user: false, assistant, plans: [], push_public_key: null, reads_words, features: [] }
  serve(getConfig, config)
  useProfile.setState({ config })
  const number = {
    id: 'n',
    region: null,
    measure: 'number',
    comparison: 'above',
    threshold: 5,
    hold_seconds: 0,
  } as const
  const rules = reads ? [] : [{ rule: number, text: 'Long.', label: null }]
  setup.page.jobs = [jobOf(21, 'Counter queue watch', { look: { regions: [], rules, reads_words: reads } })]
  setup.page.open('/jobs/21')
  return within(await screen.findByRole('region', { name: 'What to watch' }))
}

describe('Reading words in a job [D48]', () => {
  test('is off, is turned on in its rules, and then offers rules about words', async () => {
    const rules = await openJob(true)
    const read = rules.getByRole('switch', { name: /Read words and numbers/ })
    expect(read).not.toBeChecked()
    expect(rules.getByText('The words are not read: turn on “Read words and numbers”.')).toBeVisible()
    await userEvent.click(read)
    expect(rules.queryByText(/The words are not read/)).not.toBeInTheDocument()
    await userEvent.click(rules.getByRole('button', { name: 'Add a rule' }))
    const rule = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    await userEvent.click(rule.getByRole('combobox', { name: 'What is measured' }))
    await userEvent.click(await screen.findByRole('option', { name: 'words on the picture' }))
    await userEvent.click(rule.getByRole('button', { name: 'Done' }))
    expect(rule.getByText('Enter words or numbers.')).toBeVisible()
    await userEvent.type(rule.getByRole('textbox', { name: 'Words' }), 'Out of paper')
    await userEvent.type(rule.getByRole('textbox', { name: 'Write' }), 'Paper is missing.')
    await userEvent.click(rule.getByRole('button', { name: 'Done' }))
    expect(await rules.findByText('If the picture shows “Out of paper”: write “Paper is missing.”')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(setup.page.updates).toHaveLength(1))
    expect(setup.page.updates[0]).toMatchObject({
      look: {
        reads_words: true,
        rules: [
          { rule: { measure: 'number' } },
          { rule: { measure: 'words', comparison: 'is', threshold: 1, contains: 'Out of paper' } },
        ],
      },
    })
  })

  test('is not offered by a server that cannot, nor are its rules', async () => {
    const rules = await openJob(false)
    expect(rules.queryByRole('switch')).not.toBeInTheDocument()
    expect(rules.getByText('This server cannot read words.')).toBeVisible()
    await userEvent.click(rules.getByRole('button', { name: 'Add a rule' }))
    const rule = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    await userEvent.click(rule.getByRole('combobox', { name: 'What is measured' }))
    expect(await screen.findByRole('option', { name: 'brightness' })).toBeVisible()
    for (const name of ['words on the picture', 'number on the picture'])
      expect(screen.queryByRole('option', { name })).not.toBeInTheDocument()
  })

  test('can still be turned off where the server no longer can', async () => {
    const rules = await openJob(false, true)
    await userEvent.click(rules.getByRole('switch', { name: /Read words and numbers/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(setup.page.updates).toMatchObject([{ look: { reads_words: false } }]))
  })

  test('shows what a run read on which picture, as plain text, and why it could not', async () => {
    const frame_id = '11111111-1111-4111-8111-111111111111'
    const source = { name: 'Front counter', frame_id, reason: null, taken_at: '2026-11-20T14:00:00Z' }
    const areas = [{ area: 'Board', text: 'Waiting 7\n<b>now</b>', number: 7 }]
    setup.page.jobs = [jobOf(21, 'Counter queue watch')]
    setup.page.runs = [
      runOf(4, {
        read: {
          ...{ sources: [source], logs: 0, words: [{ frame_id, areas }], words_missing: 'slow' },
          measured: { 'Front counter, Board: number': 7 },
        },
      }),
    ]
    setup.page.open('/jobs/21')
    const drawer = within(await screen.findByRole('complementary', { name: 'Run history' }))
    await userEvent.click(await drawer.findByRole('button', { name: /Two waiting/ }))
    expect(drawer.getByText('Front counter, Board: words on the picture')).toBeVisible()
    expect(drawer.getByText(/Waiting 7/)).toHaveTextContent('Waiting 7 <b>now</b>')
    expect(drawer.getByText('Front counter, Board: number on the picture')).toBeVisible()
    expect(drawer.getByText('Reading the words took too long.')).toBeVisible()
  })
})
