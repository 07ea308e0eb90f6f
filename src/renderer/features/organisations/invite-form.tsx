import { CircleAlert, CircleCheck, FileUp, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contract/organisations/endpoints'
import type { InviteResult } from '#shared/contract/organisations/invites'
import { invites as limits } from '#shared/contract/organisations/limits'
import { useErrorText } from '../../i18n/texts'
import { addressText } from '../../platform/address'
import { useDraft } from '../../platform/drafts'
import { MenuActions } from '../../platform/menu-actions'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/field'
import { FileButton } from '../../ui/file-button'
import { Select } from '../../ui/select'
import { type Line, parseInvites } from './parse-invites'
import { useCan, useDirectory, useInvites } from './store'

/** The largest list of people that is read from a file, in bytes. */
const largestFile = 200_000
/** The most people who are invited at once, in several calls. */
const mostPeople = 500

interface Result {
  address: string
  result: InviteResult
}

/** Invites one or many people, from typed or pasted lines or a CSV file; each has a result of their own. */
export function InviteForm({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  const [typed, setTyped, clearTyped] = useDraft('invite.addresses')
  const [roleId, setRoleId] = useState(() => String(leastRole(roles)?.role_id ?? ''))
  const [branchId, setBranchId] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [results, setResults] = useState<Result[]>([])
  const [isSending, setSending] = useState(false)
  const fileButton = useRef<HTMLButtonElement>(null)

  async function readFile([file]: File[]) {
    if (!file) return
    if (file.size > largestFile) setError(t('invite.fileTooLarge'))
    else setTyped([typed.trim(), (await file.text()).trim()].filter(Boolean).join('\n'))
  }

  async function submit() {
    const { lines, wrong } = parseInvites(typed, roles)
    const problem = problemWith(lines, wrong)
    setError(problem)
    if (problem) return
    setSending(true)
    const group = { role_id: Number(roleId), ...(branchId && { branch_id: Number(branchId) }) }
    const { sent, refusal } = await inviteAll(lines, group)
    setSending(false)
    setResults(sent)
    setError(refusal && errorText(refusal))
    // Lines that could not be invited stay in the box to be corrected.
    const done = new Set(sent.filter(({ result }) => result.status < 400).map(({ address }) => address))
    const left = lines.filter(({ address }) => !done.has(addressText(address)))
    if (left.length === 0) clearTyped()
    else setTyped(left.map(line => textOf(line, roles)).join('\n'))
  }

  function problemWith(lines: readonly Line[], wrong: readonly string[]): string | null {
    if (wrong[0] !== undefined) return t('invite.wrong', { count: wrong.length, line: wrong[0] })
    if (lines.length === 0) return t('invite.none')
    return lines.length > mostPeople ? t('invite.tooMany', { count: mostPeople }) : null
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      <TextArea
        label={t('invite.addresses')}
        hint={t('invite.hint')}
        error={error}
        rows={4}
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
        hint={t('invite.roleHint')}
        options={roles.map(role => ({ value: String(role.role_id), label: role.role_name }))}
        value={roleId}
        onChange={setRoleId}
      />
      <BranchField value={branchId} onChange={setBranchId} />
      <MenuActions
        entries={[
          { label: t('invite.send'), needsServer: true, disabled: isSending, onSelect: () => void submit() },
          { label: t('invite.file'), onSelect: () => fileButton.current?.click() },
        ]}
        group={t('invite.title')}
      />
      <div className="flex flex-wrap gap-2">
        <Button needsServer type="submit" variant="primary" icon={Send} loading={isSending}>
          {t('invite.send')}
        </Button>
        <FileButton
          ref={fileButton}
          icon={FileUp}
          accept=".csv,.txt,text/csv,text/plain"
          onFiles={files => void readFile(files)}
        >
          {t('invite.file')}
        </FileButton>
      </div>
      {results.length > 0 && <Results results={results} />}
      <p className="text-xs text-muted">{t('invite.note')}</p>
    </form>
  )
}

/** The branch that the invited people join as well, for those who may add people to branches [D2]. */
function BranchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('workspace')
  const mayAdd = useCan('branches.manage')
  const { branches, status } = useDirectory()
  useEffect(() => {
    if (mayAdd) void useDirectory.getState().open()
  }, [mayAdd])
  // Until the branches are known it is there already, because most workspaces have some.
  if (!mayAdd || (status === 'ready' && branches.length === 0)) return null
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

/** Invites in the groups that the server takes; stops at the first call that is refused as a whole. */
async function inviteAll(lines: readonly Line[], { role_id, ...more }: { role_id: number; branch_id?: number }) {
  const sent: Result[] = []
  for (let at = 0; at < lines.length; at += limits.perCall) {
    const group = lines.slice(at, at + limits.perCall)
    const outcome = await useInvites
      .getState()
      .inviteTo(group.map(line => ({ ...line, ...more, role_id: line.role_id ?? role_id })))
    if (!outcome.ok) return { sent, refusal: outcome }
    for (const [index, result] of outcome.data.entries()) {
      const line = group[index]
      if (line) sent.push({ address: addressText(line.address), result })
    }
  }
  return { sent, refusal: null }
}

function textOf({ address, role_id }: Line, roles: readonly Role[]): string {
  const role = roles.find(candidate => candidate.role_id === role_id)
  return [addressText(address), role?.role_name].filter(Boolean).join(', ')
}

function Results({ results }: { results: readonly Result[] }) {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  const count = results.filter(({ result }) => result.status < 400).length
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p className="text-sm font-medium">{t('invite.sent', { count })}</p>
      <ul aria-label={t('invite.results')} className="flex max-h-80 flex-col gap-1.5 overflow-y-auto">
        {results.map(({ address, result }) => {
          const isSent = result.status < 400
          return (
            <li key={address} className="flex gap-2 text-sm">
              {isSent ? (
                <CircleCheck size={16} className="mt-px shrink-0 text-success" />
              ) : (
                <CircleAlert size={16} className="mt-px shrink-0 text-danger" />
              )}
              <span className="min-w-0">
                <span className="font-medium wrap-anywhere">{address}</span>{' '}
                <span className="text-muted">
                  {isSent ? t('invite.invited') : errorText({ code: result.code ?? '', message: result.message })}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Preselects the role with the fewest capabilities, so that hasty invites give little access. */
const leastRole = (roles: readonly Role[]): Role | undefined =>
  [...roles].sort((a, b) => a.capabilities.length - b.capabilities.length)[0]
