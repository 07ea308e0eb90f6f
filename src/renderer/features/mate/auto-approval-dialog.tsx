import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AutoApprovable, changeAutoApprovals, readAutoApprovals } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { Switch } from '../../ui/switch'

const askChange = latestOnly()

/** What Mate may do for the person in this workspace without asking [D26]. Each switch takes effect at once. */
export function AutoApprovalDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mateAutoApproval', 'app'])
  const errorText = useErrorText()
  const [kinds, setKinds] = useState<readonly AutoApprovable[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once, and again when the person tries again.
  useEffect(() => {
    let isGone = false
    void call(readAutoApprovals, {}).then(outcome => {
      if (isGone) return
      if (outcome.ok) setKinds(outcome.data.kinds)
      setProblem(outcome.ok ? null : errorText(outcome))
    })
    return () => {
      isGone = true
    }
  }, [tries])

  const change = async (before: readonly AutoApprovable[], next: readonly AutoApprovable[]) => {
    const isNews = askChange()
    setKinds(next)
    setProblem(null)
    const outcome = await call(changeAutoApprovals, { kinds: [...next] })
    if (!isNews()) return
    setKinds(outcome.ok ? outcome.data.kinds : before)
    if (!outcome.ok) setProblem(errorText(outcome))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('title')}
      description={t('text')}
      closeLabel={t('app:action.close')}
      footer={<Button onClick={onClose}>{t('app:action.close')}</Button>}
    >
      <div className="flex flex-col gap-3">
        {kinds
          ? AutoApprovable.options.map(kind => (
              <Switch
                key={kind}
                label={t(`kinds.${kind}`)}
                checked={kinds.includes(kind)}
                onChange={event =>
                  void change(kinds, event.target.checked ? [...kinds, kind] : kinds.filter(other => other !== kind))
                }
              />
            ))
          : problem === null && <SkeletonRows label={t('loading')} rows={AutoApprovable.options.length} />}
        {problem && (
          <p role="alert" className="flex items-center justify-between gap-3 text-sm text-danger-ink">
            {problem}
            {!kinds && (
              <Button size="sm" onClick={() => setTries(tries + 1)}>
                {t('app:action.tryAgain')}
              </Button>
            )}
          </p>
        )}
        <p className="border-t border-line pt-3 text-xs text-muted">{t('note')}</p>
      </div>
    </Dialog>
  )
}
