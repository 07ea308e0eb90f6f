import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exportAudit, readAudit } from '#shared/contract/audit/endpoints'
import { auditKinds } from '#shared/contract/audit/kinds'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { readTitles } from '#shared/contract/search/endpoints'
import { apiError } from '#shared/errors'
import { saveFile } from '../../../platform/save-file'
import { endSession } from '../../../platform/session'
import { detailOf } from '../../../platform/test-cast'
import { renderPage, withEnglish } from '../../../platform/test-page'
import { PageOf, serve, signInAs, withServer } from '../../../platform/test-server'
import { Toaster } from '../../../ui/toast'
import { useDirectory } from '../../organisations/store'
import { frontDesk, mechanics, memberOf } from '../test-people'
import { AuditSection } from './audit-section'

vi.mock('../../../platform/save-file', () => ({ saveFile: vi.fn() }))

withServer()
withEnglish('administration', 'searchPage', 'workspace')

beforeEach(async () => {
  signInAs(7, { organizationId: 3 })
  const maya = memberOf(7, 'Maya Okafor', { org_role: 'owner', branch_ids: [1] })
  serve(organisationInfo, detailOf({ all_users: [maya], roles: [mechanics, frontDesk], branches: [] }))
  await useDirectory.getState().load()
})
afterEach(() => {
  endSession()
  localStorage.clear()
})

const open = () => renderPage(<AuditSection isChosen />)

describe('The audit log [D8]', () => {
  test('says who did what, and is filtered by what', async () => {
    const entry = {
      ...{ audit_id: 2, actor_id: 7, actor_name: 'Maya Okafor', kind: 'role.added', subject: 'role:1', ip: '10.0.0.1' },
      ...{ details: { name: 'Mechanics' }, at: '2026-11-20T10:00:00.000Z' },
    }
    serve(
      readAudit,
      new PageOf([entry, { ...entry, audit_id: 1, kind: 'odd.thing', subject: null, details: {} }], null),
    )
    const { container } = open()
    const list = await screen.findByRole('list', { name: 'Audit log' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent('Maya Okaforadded a roleMechanics')
    expect(second).toHaveTextContent('odd.thing')
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
    const calls = serve(readAudit, new PageOf([], null))
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Sign-ins' }))
    expect(await screen.findByText('No entries')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ kind: 'session.' })
    serve(readAudit, new PageOf([entry], null))
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(await screen.findByText('added a role')).toBeVisible()
  })

  test('names what was read where the reader may open it, and the rest by its name then or its number', async () => {
    const entry = { audit_id: 4, actor_id: 8, actor_name: 'Tom Reyes', ip: null, at: '2026-11-20T10:00:00.000Z' }
    const viewed = { ...entry, kind: 'document.viewed', details: {} }
    serve(
      readAudit,
      new PageOf(
        [
          { ...viewed, subject: 'document:12' },
          { ...viewed, audit_id: 3, subject: 'document:13' },
          { ...entry, audit_id: 2, kind: 'job.deleted', subject: 'job:5', details: { name: 'Queue' } },
          { ...entry, audit_id: 1, kind: 'camera.viewed', subject: 'camera:6', details: { name: 'Yard' } },
          { ...entry, audit_id: 5, kind: 'screen.viewed', subject: 'screen:7', details: {} },
          { ...entry, audit_id: 6, kind: 'billing.ordered', subject: 'order:sub_Fv', details: { plan_id: 'team' } },
          { ...entry, audit_id: 7, kind: 'billing.plan', subject: 'organisation:1', details: { plan_id: 'free' } },
          { ...entry, audit_id: 8, kind: 'organisation.updated', subject: 'organisation:1', details: {} },
          { ...entry, audit_id: 9, kind: 'mate.tool', subject: 'write_title', details: {} },
        ],
        null,
      ),
    )
    serve(readTitles, [{ ref: 'document:12', title: 'Keys and codes' }])
    open()
    expect(await screen.findByRole('link', { name: 'Keys and codes' })).toHaveAttribute('href', '#/docs/12')
    const list = screen.getByRole('list', { name: 'Audit log' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows[1]).toHaveTextContent('Tom Reyesread a documentno. 13')
    expect(rows[2]).toHaveTextContent('Queue')
    expect(rows[3]).toHaveTextContent('watched a cameraYard')
    expect(rows[4]).toHaveTextContent('watched a screenMaya Okafor')
    expect(rows[5]).toHaveTextContent('Tom Reyesordered a planTeam')
    await userEvent.click(within(rows[5] ?? list).getByText('Details'))
    expect(within(rows[5] ?? list).getByText('sub_Fv')).toBeVisible()
    expect(rows[6]).toHaveTextContent('Tom Reyeschanged the planFree')
    expect(rows[8]).toHaveTextContent('Tom Reyesused Matewrite title')
    expect(rows[7]).toHaveTextContent(/^Tom Reyeschanged the workspaceFriday/)
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  test('is filtered by person, by days and by each group of what the server records', async () => {
    serve(readAudit, new PageOf([], null))
    open()
    await screen.findByText('No entries')
    const choose = async (name: string, option: string) => {
      const calls = serve(readAudit, new PageOf([], null))
      await userEvent.click(screen.getByRole('combobox', { name }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
      await waitFor(() => expect(calls).toHaveLength(1))
      return calls[0]?.body
    }
    expect(await choose('Person', 'Maya Okafor')).toMatchObject({ actor: 7 })
    const groups = { 'Plan and payment': 'billing.', 'Access tokens': 'token.', Operator: 'operator.' }
    for (const [name, kind] of Object.entries(groups))
      expect(await choose('What', name)).toMatchObject({ actor: 7, kind })
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }))
    const offered = (await screen.findAllByRole('option')).map(option => option.textContent)
    expect(offered).toHaveLength(Object.keys(auditKinds).length + 1)
    for (const name of ['Bots', 'Access requests', 'Exported pictures']) expect(offered).toContain(name)
    await userEvent.keyboard('{Escape}')
    expect(await choose('What', 'Everything')).not.toHaveProperty('kind')

    const calls = serve(readAudit, new PageOf([], null))
    await userEvent.click(screen.getByRole('button', { name: 'Any time' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Last week' }))
    await waitFor(() => expect(calls.at(-1)?.body).toHaveProperty('to'))
    const last = calls.at(-1)?.body
    expect(Date.parse(String(last?.to)) - Date.parse(String(last?.from))).toBe(7 * 86_400_000)
    await userEvent.click(screen.getByRole('button', { name: 'Last week' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Any time' }))
    await waitFor(() => expect(calls.at(-1)?.body).not.toHaveProperty('from'))
    expect(calls.at(-1)?.body).not.toHaveProperty('to')
  })

  test('has words for everything that the server records', () => {
    const keys = Object.entries(auditKinds).flatMap(([group, names]) => [
      `group.${group}`,
      ...names.map(name => `kind.${group}.${name}`),
    ])
    expect(keys.filter(key => !i18next.exists(`administration:audit.${key}`))).toEqual([])
  })

  test('is saved as a file with what the filter leaves, and says when that failed', async () => {
    serve(readAudit, new PageOf([], null))
    open()
    await screen.findByText('No entries')
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Bots' }))
    const calls = serve(
      exportAudit,
      new Response('time,person', { headers: { 'content-disposition': "attachment; filename*=UTF-8''audit.csv" } }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith('audit.csv', expect.anything()))
    expect(Object.fromEntries(calls[0]?.query ?? [])).toMatchObject({ format: 'csv', kind: 'bot.' })
    render(<Toaster label="Notifications" closeLabel="Close" />)
    serve(exportAudit, apiError('server.error'))
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText('The log was not exported')).toBeVisible()
  })

  test('that does not load can be tried again', async () => {
    serve(readAudit, apiError('server.error'))
    open()
    const failed = await screen.findByRole('alert')
    serve(readAudit, new PageOf([], null))
    await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No entries')).toBeVisible()
  })
})
