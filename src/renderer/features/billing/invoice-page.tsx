import { Download, FileX2, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { type Payment, readInvoice } from '#shared/contract/billing/endpoints'
import { planNames } from '#shared/rules/plan-names'
import { useErrorText } from '../../i18n/texts'
import { apiFile } from '../../platform/api'
import { failureOf } from '../../platform/failure'
import { useFormat } from '../../platform/format'
import { MenuActions } from '../../platform/menu-actions'
import { saveFile } from '../../platform/save-file'
import { useSession } from '../../platform/session'
import { useAction } from '../../platform/shortcuts'
import { usePageTitle } from '../../platform/title'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { toast } from '../../ui/toast'
import { AdministrationList } from '../organisations/slots'
import { useMoney } from './money'
import { paymentTones } from './payments'
import { usePlans } from './store'

/** An invoice as a document, to be printed or downloaded as a PDF. */
export function InvoicePage() {
  const { t } = useTranslation(['billing', 'app'])
  const { payment_id } = useParams()
  const navigate = useNavigate()
  const organizationId = useSession(state => state.organizationId)
  const payment = usePlans(state => state.payments.find(one => String(one.payment_id) === payment_id))
  const title = payment ? t('invoice.title', { number: payment.invoice_number }) : t('invoice.name')
  usePageTitle(title)
  const isOn = payment !== undefined
  useAction({ label: t('invoice.print'), group: t('title'), isOn }, () => window.print())
  return (
    <Panes key={organizationId}>
      <AdministrationList />
      <Pane as="main" kind="canvas" className="print:bg-transparent">
        <div className="print:hidden">
          <PaneHeader
            title={title}
            back={{ label: t('app:action.back'), onPress: () => void navigate('/plans') }}
            actions={
              payment && (
                <>
                  <Button size="sm" icon={Printer} onClick={() => window.print()}>
                    {t('invoice.print')}
                  </Button>
                  <DownloadButton payment_id={payment.payment_id} />
                </>
              )
            }
          />
        </div>
        <PaneBody>
          <Content payment={payment} />
        </PaneBody>
      </Pane>
    </Panes>
  )
}

function DownloadButton({ payment_id }: { payment_id: number }) {
  const { t } = useTranslation('billing')
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const { blob, name } = await apiFile(readInvoice, { payment_id, type: 'pdf' })
      saveFile(name, blob)
    } catch (cause) {
      toast.failure(t('invoice.notDownloaded'), { text: errorText(failureOf(cause)) })
    }
    setBusy(false)
  }
  return (
    <>
      <MenuActions
        entries={[{ label: t('invoice.download'), needsServer: true, disabled: isBusy, onSelect: () => void save() }]}
        group={t('title')}
      />
      <Button needsServer size="sm" variant="primary" icon={Download} loading={isBusy} onClick={() => void save()}>
        {t('invoice.download')}
      </Button>
    </>
  )
}

function Content({ payment }: { payment: Payment | undefined }) {
  const { t } = useTranslation(['billing', 'app'])
  const errorText = useErrorText()
  const { plans, failure, load } = usePlans()
  useEffect(() => void load(), [load])
  if (payment) return <Document payment={payment} />
  if (failure)
    return (
      <LoadFailed
        title={t('failed')}
        text={errorText(failure)}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  if (!plans) return <SkeletonRows label={t('loading')} />
  return <StateBlock icon={FileX2} tone="neutral" title={t('invoice.missing')} text={t('invoice.missingText')} />
}

function Document({ payment }: { payment: Payment }) {
  const { t } = useTranslation('billing')
  const { calendarDay, dayKey, number } = useFormat()
  const money = useMoney()
  const { amount, currency, tax, seller, buyer, reference, period_start: from, period_end: to } = payment
  const day = (at: string) => calendarDay(dayKey(at))
  return (
    <article className="mx-auto my-6 flex w-full max-w-[720px] flex-col gap-8 rounded-lg border border-line bg-surface-1 p-6 shadow-1 md:p-10 print:m-0 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <h2 className="text-xl font-semibold tracking-tight">{t('invoice.name')}</h2>
          <p className="text-sm text-muted tabular-nums">{payment.invoice_number}</p>
        </div>
        <address className="text-right text-sm not-italic">
          {(seller.length > 0 ? seller : ['Wheelhouse']).map((line, at) => (
            <span key={line} className={at === 0 ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
        </address>
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm md:grid-cols-3">
        <Fact name={t('invoice.for')}>{buyer}</Fact>
        <Fact name={t('invoice.date')}>{day(payment.at)}</Fact>
        <Fact name={t('invoice.state')}>
          <Badge tone={paymentTones[payment.status]}>{t(`payment.${payment.status}`)}</Badge>
        </Fact>
        {from && to && <Fact name={t('invoice.period')}>{t('invoice.fromTo', { from: day(from), to: day(to) })}</Fact>}
        {reference && <Fact name={t('invoice.reference')}>{reference}</Fact>}
      </dl>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-2 font-medium">
              {t('invoice.what')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('invoice.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Line name={`Wheelhouse ${planNames[payment.plan_id]}, ${t(payment.interval)}`}>
            {money(amount - (tax?.amount ?? 0), currency)}
          </Line>
          <Line name={tax ? t('invoice.tax', { name: tax.name, percent: number(tax.percent) }) : t('invoice.noTax')}>
            {money(tax?.amount ?? 0, currency)}
          </Line>
        </tbody>
        <tfoot>
          <tr className="text-base font-semibold">
            <th scope="row" className="py-3 text-left">
              {t('invoice.total')}
            </th>
            <td className="py-3 text-right tabular-nums">{money(amount, currency)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-sm text-muted">{t(`invoice.says.${payment.status}`)}</p>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <tr className="border-b border-line">
      <td className="py-2.5">{name}</td>
      <td className="py-2.5 text-right tabular-nums">{children}</td>
    </tr>
  )
}
