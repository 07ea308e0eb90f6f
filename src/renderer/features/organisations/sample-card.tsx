import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addSamples, type FirstSteps, removeSamples } from '#shared/contract/intro/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import { Button, LinkButton } from '../../ui/button'
import { toast } from '../../ui/toast'
import { deleteRestorable } from '../undo/store'
import { useCan } from './store'

interface Props {
  samples: FirstSteps['samples']
  onChange: (steps: FirstSteps) => void
}

/** Adds the sample content with one press, and removes it with another. */
export function SampleCard({ samples, onChange }: Props) {
  const { t } = useTranslation('workspace')
  const errorText = useErrorText()
  const mayChange = useCan('logbooks.create')
  const [isBusy, setBusy] = useState(false)
  if (!mayChange && !samples) return null

  async function add() {
    setBusy(true)
    const outcome = await call(addSamples, {})
    setBusy(false)
    if (outcome.ok) onChange(outcome.data)
    else toast.failure(t('intro.sampleFailed'), { text: errorText(outcome) })
  }
  async function putBack() {
    const outcome = await call(addSamples, {})
    if (outcome.ok) onChange(outcome.data)
    return outcome
  }
  async function remove() {
    setBusy(true)
    const outcome = await deleteRestorable({
      remove: () => call(removeSamples, {}),
      done: ({ kept }) => (kept > 0 ? t('intro.sampleKept', { count: kept }) : t('intro.sampleRemoved')),
      restore: putBack,
      notRestored: t('intro.sampleFailed'),
    })
    setBusy(false)
    if (outcome.ok) onChange(outcome.data)
    else toast.failure(t('intro.sampleNotRemoved'), { text: errorText(outcome) })
  }
  return (
    <section
      aria-labelledby="samples"
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed border-strong p-4"
    >
      <span className="grid size-10 place-items-center rounded-full bg-surface-3 text-muted">
        <Sparkles size={20} />
      </span>
      <div className="min-w-[200px] flex-1">
        <h2 id="samples" className="font-semibold">
          {t('intro.sample')}
        </h2>
        <p className="text-sm text-muted">{t(samples ? 'intro.sampleThere' : 'intro.sampleText')}</p>
      </div>
      <span className="flex flex-wrap gap-2">
        {samples?.doc_id && (
          <LinkButton href={`#/docs/${samples.doc_id}`} size="sm" variant="primary">
            {t('intro.sampleOpen')}
          </LinkButton>
        )}
        {mayChange && (
          <Button size="sm" needsServer loading={isBusy} onClick={() => void (samples ? remove() : add())}>
            {t(samples ? 'intro.sampleRemove' : 'intro.sampleAdd')}
          </Button>
        )}
      </span>
    </section>
  )
}
