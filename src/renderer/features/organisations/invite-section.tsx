import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import type { InviteResult } from '#shared/contract/organisations/invites'
import { invites as limits } from '#shared/contract/organisations/limits'
import { useErrorText } from '../../i18n/texts'
import { type Address, addressText, parseAddress } from '../../platform/address'
import { useDraft } from '../../platform/drafts'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/field'
import { ListSection } from '../../ui/list-row'
import { LoadFailed } from '../../ui/load-failed'
import { Select } from '../../ui/select'
import { SkeletonRows } from '../../ui/skeleton'
import { SentInvites } from './sent-invites'
import { PlanLimitNote } from './slots'
import { useCan, useDirectory, useInvites } from './store'

/** Invites people, and lists earlier invites. */
export function InviteSection() {
  const { t } = useTranslation(['workspace', 'app'])
  const mayInvite = useCan('people.invite')
  const { status, roles } = useInvites()
  useEffect(() => {
    if (mayInvite && useInvites.getState().status === 'idle') void useInvites.getState().load()
  }, [mayInvite])

  if (!mayInvite) {
    return (
      <section>
        <ListSection title={t('invite.title')} />
        <p className="px-4 text-sm text-muted">{t('invite.forbidden')}</p>
      </section>
    )
  }
  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('invite.failed')}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useInvites.getState().load()}
      />
    )
  }
  if (roles.length === 0) return <SkeletonRows label={t('sent.loading')} rows={3} />
  return (
    <>
      <section>
        <ListSection title={t('invite.title')} />
        <div className="px-4 empty:hidden">
          <PlanLimitNote limit="members" />
        </div>
        <InviteForm roles={roles} />
      </section>
      <SentInvites />
    </>
  )
}

interface Result {
  address: string
  result: InviteResult
}

function InviteForm({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  const [typed, setTyped, clearTyped] = useDraft('invite.addresses')
  const [branchId, setBranchId] = useState('')
  const [roleId, setRoleId] = useState(() => String(leastRole(roles)?.role_id ?? ''))
  const [error, setError] = useState<string | null>(null)
  const [results, setResults] = useState<Result[]>([])
  const [isSending, setSending] = useState(false)

  const submit = async () => {
    const { addresses, wrong } = parseAddresses(typed)
    const problem = problemWith(addresses, wrong)
    setError(problem)
    if (problem) return
    setSending(true)
    const group = { role_id: Number(roleId), ...(branchId && { branch_id: Number(branchId) }) }
    const outcome = await useInvites.getState().inviteTo(addresses.map(address => ({ address, ...group })))
    setSending(false)
    if (!outcome.ok) {
      setError(errorText(outcome))
      return
    }
    const invited = outcome.data.map((result, at) => ({ address: addressText(addresses[at] as Address), result }))
    setResults(invited)
    // Addresses that could not be invited stay in the box to be corrected.
    const left = invited.filter(({ result }) => result.status >= 400).map(({ address }) => address)
    if (left.length === 0) clearTyped()
    else setTyped(left.join('\n'))
  }

  function problemWith(addresses: readonly Address[], wrong: string | undefined): string | null {
    if (wrong) return t('invite.invalid', { address: wrong })
    if (addresses.length === 0) return t('invite.none')
    return addresses.length > limits.perCall ? t('invite.tooMany', { count: limits.perCall }) : null
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3 px-4"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      <TextArea
        label={t('invite.addresses')}
        hint={t('invite.addressesHint')}
        error={error}
        rows={2}
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setError(null)
        }}
      />
      <Select
        label={t('invite.role')}
        placeholder={t('invite.rolePlaceholder')}
        options={roles.map(role => ({ value: String(role.role_id), label: role.role_name }))}
        value={roleId}
        onChange={setRoleId}
      />
      <BranchField value={branchId} onChange={setBranchId} />
      <Button needsServer type="submit" variant="primary" icon={Send} block loading={isSending}>
        {t('invite.send')}
      </Button>
      {results.length > 0 && <Results results={results} />}
      <p className="text-xs text-muted">{t('invite.note')}</p>
    </form>
  )
}

/** The branch that the invited people join as well, for those who may add people to branches [D2]. */
function BranchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('workspace')
  const mayAdd = useCan('branches.manage')
  const branches = useDirectory(state => state.branches)
  useEffect(() => {
    if (mayAdd) void useDirectory.getState().open()
  }, [mayAdd])
  if (!mayAdd || branches.length === 0) return null
  const options = branches.map(branch => ({ value: String(branch.id), label: branch.branch_name }))
  return (
    <Select
      label={t('invite.branch')}
      options={[{ value: '', label: t('invite.noBranch') }, ...options]}
      value={value}
      onChange={onChange}
    />
  )
}

function Results({ results }: { results: readonly Result[] }) {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  return (
    <ul aria-label={t('invite.results')} aria-live="polite" className="flex flex-col gap-1.5">
      {results.map(({ address, result }) => {
        const isSent = result.status < 400
        return (
          <li key={address} className="flex gap-2 text-sm">
            {isSent ? (
              <CircleCheck size={16} className="mt-px text-success" />
            ) : (
              <CircleAlert size={16} className="mt-px text-danger" />
            )}
            <span className="min-w-0">
              <span className="font-medium break-words">{address}</span>{' '}
              <span className="text-muted">
                {isSent ? t('invite.sent') : errorText({ code: result.code ?? '', message: result.message })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Preselects the role with the fewest capabilities, so that hasty invites give little access. */
function leastRole(roles: readonly Role[]): Role | undefined {
  return [...roles].sort((a, b) => a.capabilities.length - b.capabilities.length)[0]
}

/** Returns the typed addresses in order and without duplicates; `wrong` is the first part that is not an address. */
export function parseAddresses(typed: string): { addresses: Address[]; wrong?: string } {
  const pieces = typed
    .split(/[\n,;]/)
    .map(piece => piece.trim())
    .filter(Boolean)
  const found = new Map<string, Address>()
  for (const piece of pieces) {
    const address = parseAddress(piece)
    if (!address) return { addresses: [], wrong: piece }
    found.set(addressText(address), address)
  }
  return { addresses: [...found.values()] }
}
