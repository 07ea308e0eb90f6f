import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  cancelSubscription,
  listPayments,
  listPlans,
  type Payment,
  type Plan,
  readInvoice,
  readPlanUse,
  readSubscription,
  resumeSubscription,
  type Subscription,
  subscribe,
} from '#shared/contract/billing/endpoints'
import { persistKey } from '#shared/limits'
import { PlanName, planLimits } from '#shared/rules/plans'
import { saveFile } from '../../platform/save-file'
import { filled } from '../../platform/slot'
import { organisationOf } from '../../platform/test-cast'
import { expectButtonsInPalette, offeredActions } from '../../platform/test-menu-actions'
import { renderPage, withEnglish } from '../../platform/test-page'
import { serve, signInAs, withServer } from '../../platform/test-server'
import { AdministrationList } from '../organisations/slots'
import { useOrganisations } from '../organisations/store'
import { InvoicePage } from './invoice-page'
import * as money from './money'
import { PlansPage } from './page'
import { PlanLimitNote } from './plan-limit-note'
import { PlanNeededState } from './plan-needed'
import { usePlans } from './store'

vi.mock('../../platform/save-file', () => ({ saveFile: vi.fn() }))

withServer()
withEnglish('billing')

const prices = { free: [0, 0], team: [14_900, 149_000], business: [44_900, 449_000] } as const
const plans: Plan[] = PlanName.options.map(plan_id => ({
  plan_id,
  prices: { monthly: prices[plan_id][0], yearly: prices[plan_id][1] },
  currency: 'USD',
  limits: planLimits[plan_id],
  is_premium: plan_id !== 'free',
}))
const none: Subscription = {
  ...{ status: 'none', plan_id: 'free', interval: null, billing_period_start: null, billing_period_end: null },
  ...{ is_subscription_about_to_end: false, next_plan_id: null, short_url: null, order_id: null },
  ...{ ordered_plan_id: null, ordered_interval: null, grace_ends_at: null, next_payment: null, card: null },
  ...{ has_trial: true, used: { members: 4 } },
}
const active: Subscription = {
  ...none,
  ...{ status: 'active', plan_id: 'team', interval: 'monthly', card: '4242', has_trial: false },
  ...{ billing_period_start: '2026-11-04T09:00:00.000Z', billing_period_end: '2026-12-04T09:00:00.000Z' },
  next_payment: { amount: 14_900, currency: 'USD', at: '2026-12-04T09:00:00.000Z' },
}

// The list beside the plans belongs to another feature, and asks for people.
beforeAll(() => filled(AdministrationList, async () => () => null).fill())
beforeEach(() => void signInAs(7, { organizationId: 3 }))

function open(subscription: Subscription) {
  serve(listPlans, plans)
  serve(readSubscription, subscription)
  serve(listPayments, [])
  renderPage(<PlansPage />)
}

const card = async (name: string) => within(await screen.findByRole('listitem', { name }))

test('a plan is chosen and paid at the provider; it waits until then [4.13a]', async () => {
  const go = vi.spyOn(money, 'goToPayment').mockImplementation(() => {})
  open(none)
  const team = await card('Team')
  expect(team.getByText('$149')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Yearly, 2 months free' }))
  expect(team.getByText('$1,490')).toBeVisible()
  const calls = serve(subscribe, { ...none, short_url: 'https://pay.example/1', ordered_plan_id: 'team' })
  await userEvent.click(await team.findByRole('button', { name: 'Try Team free for 14 days' }))
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ plan_id: 'team', interval: 'yearly' }))
  expect(await screen.findByText('Team begins once it is paid.')).toBeVisible()
  expect(go).toHaveBeenCalledWith('https://pay.example/1')
  expect(usePlans.getState().onboardingPlan).toBe('team')
  serve(readSubscription, active)
  await usePlans.getState().load()
  expect(usePlans.getState().onboardingPlan).toBeNull()
  expect((await axe.run(document.body)).violations).toEqual([])
})

test('a subscription is cancelled after a question, and kept again', async () => {
  open(active)
  expect(await screen.findByText('4 of 50 people')).toBeVisible()
  expect((await card('Team')).getByRole('button', { name: 'Current plan' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Cancel the subscription?' }))
  serve(cancelSubscription, { ...active, is_subscription_about_to_end: true, next_payment: null })
  await userEvent.click(asked.getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText(/^The plan ends on .*December 4/)).toBeVisible()
  serve(resumeSubscription, active)
  await userEvent.click(screen.getByRole('button', { name: 'Keep the plan' }))
  expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeVisible()
})

const paid: Payment = {
  ...{ payment_id: 8, plan_id: 'team', interval: 'monthly', amount: 14_900, currency: 'USD', status: 'paid' },
  ...{ at: '2026-11-04T09:00:00.000Z', receipt_url: null, reference: 'PO 4711', invoice_number: '3-0002' },
  ...{ period_start: '2026-11-04T09:00:00.000Z', period_end: '2026-12-04T09:00:00.000Z' },
  ...{
    seller: ['Wheel Ltd', '1 Quay Lane'],
    buyer: 'Ridgeway Cycles',
    tax: { name: 'VAT', percent: 20, amount: 2_483 },
  },
}

test('an invoice is a document with number, period, tax and state, to be printed or downloaded [7.22]', async () => {
  serve(listPlans, plans)
  serve(readSubscription, active)
  serve(listPayments, [paid])
  const routes = [{ path: '/plans/invoices/:payment_id', element: <InvoicePage /> }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/plans/invoices/8'] })} />)
  const invoice = within(await screen.findByRole('article'))
  expect(screen.getByRole('heading', { name: 'Invoice 3-0002' })).toBeVisible()
  for (const text of ['3-0002', 'Wheel Ltd', 'Ridgeway Cycles', 'PO 4711', 'Paid'])
    expect(invoice.getByText(text)).toBeVisible()
  expect(invoice.getByText(/November 4.* to .*December 4/)).toBeVisible()
  expect(invoice.getByRole('row', { name: 'Wheelhouse Team, Monthly $124.17' })).toBeVisible()
  expect(invoice.getByRole('row', { name: 'VAT, 20 %, included $24.83' })).toBeVisible()
  expect(invoice.getByRole('row', { name: 'Total $149' })).toBeVisible()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalled()
  const calls = serve(
    readInvoice,
    new Response('%PDF', {
      headers: { 'content-disposition': "attachment; filename*=UTF-8''Wheelhouse%203-0002.pdf" },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith('Wheelhouse 3-0002.pdf', expect.anything()))
  expect(calls[0]?.query.get('type')).toBe('pdf')
  expect((await axe.run(document.body)).violations).toEqual([])
})

test.each([
  ['owner', 'free', /^2 of 2 cameras in your plan\. See plans$/],
  ['member', 'free', /^2 of 2 cameras in your plan\. Ask an owner/],
  ['owner', 'business', null],
] as const)(
  'the limit explains itself where it bites, to an %s on the %s plan [D31]',
  async (org_role, plan_id, says) => {
    useOrganisations.setState({ items: [organisationOf({ org_role, plan_id })], status: 'ready' })
    const calls = serve(readPlanUse, { plan_id: 'free', used: { members: 4, cameras: 2, active_jobs: 1 } })
    renderPage(<PlanLimitNote limit="cameras" />)
    if (says)
      expect(await screen.findByText((_text, at) => at?.tagName === 'P' && says.test(at.textContent))).toBeVisible()
    else expect(calls).toEqual([])
  },
)

test('the plan that was chosen survives a reload until a period begins [4.13a]', async () => {
  vi.spyOn(money, 'goToPayment').mockImplementation(() => {})
  open(none)
  serve(subscribe, { ...none, short_url: 'https://pay.example/1', ordered_plan_id: 'team' })
  await userEvent.click(await (await card('Team')).findByRole('button', { name: 'Try Team free for 14 days' }))
  await waitFor(() => expect(localStorage.getItem(persistKey)).toContain('"onboardingPlan":"team"'))
  expect(await (await card('Team')).findByText('Chosen')).toBeVisible()
  serve(readSubscription, active)
  await usePlans.getState().load()
  await waitFor(() => expect(localStorage.getItem(persistKey)).not.toContain('"onboardingPlan":"team"'))
})

test('a server without billing says that everything is included', async () => {
  serve(listPlans, [])
  renderPage(<PlansPage />)
  expect(await screen.findByText('Everything is included')).toBeVisible()
})

test.each([
  ['owner', true],
  ['member', false],
] as const)('what the plan lacks leads an %s to the plans: %s [D17]', (org_role, leads) => {
  useOrganisations.setState({ items: [organisationOf({ org_role })], status: 'ready' })
  renderPage(<PlanNeededState title="Activity is part of a paid plan" text="Read the logbooks." />)
  expect(screen.queryAllByRole('link', { name: 'See plans' })).toHaveLength(leads ? 1 : 0)
  expect(screen.queryAllByText(/Ask an owner/)).toHaveLength(leads ? 0 : 1)
})

test('The command palette offers what the page does: the interval, each plan, and the end of the subscription', async () => {
  open(active)
  await card('Team')
  expectButtonsInPalette({ Back: 'the browser goes back too' })
  expect(offeredActions()).toContain('Upgrade to Business')
})
