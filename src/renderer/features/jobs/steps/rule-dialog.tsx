import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedGraph } from '#shared/contract/graphs/endpoints'
import type { LookRule } from '#shared/contract/jobs/job'
import { type PictureRegion, type PictureRule, pictureLimits } from '#shared/rules/picture-rules'
import { TextField } from '../../../ui/field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { LastDay, type LastDayProps } from '../preview/last-day'
import { labelsOf } from './labels-of'
import { isCondition, isRead, isShare, measures } from './rule-words'

interface Props extends Pick<LastDayProps, 'sources' | 'instruction_id'> {
  rule: LookRule
  isNew: boolean
  regions: readonly PictureRegion[]
  /** The graph whose labels the job may give; null for none. */
  graph: ListedGraph | null
  /** Whether the job reads words and numbers. */
  readsWords: boolean
  onSave: (rule: LookRule) => void
  onClose: () => void
}

const textLength = 200
const nothing = 'none'

/** A rule as a form: where, what, how much, for how long, and what the log says then. */
export function RuleDialog({ rule: before, isNew, regions, graph, readsWords, onSave, onClose, ...looked }: Props) {
  const { t } = useTranslation(['jobs', 'app'])
  const [rule, setRule] = useState(before.rule)
  const [amount, setAmount] = useState(amountOf(before.rule))
  const [hold, setHold] = useState(String(before.rule.hold_seconds))
  const [contains, setContains] = useState(before.rule.contains ?? '')
  const [text, setText] = useState(before.text)
  const [label, setLabel] = useState(before.label)
  const [error, setError] = useState<Wrong | null>(null)
  const { measure, comparison, region, threshold } = rule
  const put = (part: Partial<PictureRule>) => {
    setRule({ ...rule, ...part })
    setError(null)
  }

  function choose(next: PictureRule['measure']) {
    const isSame = isCondition(next) === isCondition(measure) && isShare(next) === isShare(measure)
    if (isSame) return put({ measure: next })
    if (isCondition(next)) return put({ measure: next, comparison: 'is', threshold: 1 })
    setAmount(next === 'number' ? '0' : '20')
    put({ measure: next, comparison: 'above' })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const { rule: entered, wrong } = ruleOf({ rule, amount, hold, contains })
    if (!entered) return setError(wrong)
    onSave({ rule: entered, text: text.trim(), label })
    onClose()
  }

  const { rule: entered } = ruleOf({ rule, amount, hold, contains })
  return (
    <FormDialog
      title={t(isNew ? 'rule.add' : 'rule.change')}
      closeLabel={t('app:action.close')}
      cancelLabel={t('app:action.cancel')}
      submitLabel={t('done')}
      onClose={onClose}
      onSubmit={submit}
      isSubmitting={false}
    >
      <Select
        label={t('rule.where')}
        options={[
          { value: nothing, label: t('rule.wholeOption') },
          ...regions.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={region ?? nothing}
        onChange={next => put({ region: next === nothing ? null : next })}
      />
      <Select<PictureRule['measure']>
        label={t('rule.what')}
        options={measures
          .filter(value => readsWords || !isRead(value) || value === before.rule.measure)
          .map(value => ({ value, label: t(`measure.${value}`) }))}
        value={measure}
        onChange={choose}
      />
      {measure === 'words' && (
        <TextField
          label={t('rule.contains')}
          hint={t('rule.containsHint')}
          maxLength={pictureLimits.wordsLength}
          autoComplete="off"
          value={contains}
          error={error === 'contains' ? t('rule.containsWrong') : null}
          onChange={event => {
            setContains(event.target.value)
            setError(null)
          }}
        />
      )}
      {isCondition(measure) ? (
        <Select
          label={t('rule.state')}
          options={[
            { value: '1', label: t('rule.so') },
            { value: '0', label: t('rule.notSo') },
          ]}
          value={String(threshold)}
          onChange={next => put({ threshold: Number(next) })}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Select<PictureRule['comparison']>
            label={t('rule.comparison')}
            options={comparisonsOf(measure).map(value => ({ value, label: t(`rule.compare.${value}`) }))}
            value={comparison}
            onChange={next => put({ comparison: next })}
          />
          <TextField
            type="number"
            inputMode="decimal"
            step="any"
            label={t('rule.amount')}
            trailing={isShare(measure) && <span className="text-muted">%</span>}
            value={amount}
            error={error === 'amount' ? t(isShare(measure) ? 'rule.amountWrong' : 'rule.numberWrong') : null}
            onChange={event => {
              setAmount(event.target.value)
              setError(null)
            }}
          />
        </div>
      )}
      {measure === 'change_from_reference' && <p className="text-xs text-muted">{t('rule.needsReference')}</p>}
      {measure === 'number' && <p className="text-xs text-muted">{t('rule.needsNumber')}</p>}
      <TextField
        type="number"
        inputMode="numeric"
        min={0}
        max={pictureLimits.holdSeconds}
        label={t('rule.hold')}
        hint={t('rule.holdHint')}
        trailing={<span className="text-muted">{t('rule.seconds')}</span>}
        value={hold}
        error={error === 'hold' ? t('rule.holdWrong', { most: pictureLimits.holdSeconds }) : null}
        onChange={event => {
          setHold(event.target.value)
          setError(null)
        }}
      />
      {graph && (
        <Select
          label={t('rule.giveLabel')}
          options={[
            { value: nothing, label: t('rule.noLabel') },
            ...labelsOf(graph).map(({ label: index, text: name }) => ({ value: String(index), label: name })),
          ]}
          value={label ? String(label.label) : nothing}
          onChange={next => setLabel(next === nothing ? null : { graph_id: graph.graph_id, label: Number(next) })}
        />
      )}
      <TextField
        label={t('rule.text')}
        placeholder={t('rule.textPlaceholder')}
        maxLength={textLength}
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <LastDay rule={entered ?? rule} isComplete={entered !== null} regions={regions} {...looked} />
    </FormDialog>
  )
}

const amountOf = ({ measure, threshold }: PictureRule): string =>
  isShare(measure) ? String(Math.round(threshold * 1000) / 10) : String(threshold)

function comparisonsOf(measure: PictureRule['measure']): readonly PictureRule['comparison'][] {
  if (isCondition(measure)) return []
  return isShare(measure) ? ['above', 'below'] : ['above', 'below', 'is']
}

type Wrong = 'amount' | 'hold' | 'contains'

interface Entered {
  rule: PictureRule
  amount: string
  hold: string
  contains: string
}

/** The rule that the fields say, or which of them is wrong. */
function ruleOf({
  rule,
  amount,
  hold,
  contains,
}: Entered): { rule: PictureRule; wrong: null } | { rule: null; wrong: Wrong } {
  const { measure, threshold } = rule
  const wrong = (which: Wrong) => ({ rule: null, wrong: which })
  const value = isCondition(measure) ? threshold : Number(amount) / (isShare(measure) ? 100 : 1)
  const seconds = Number(hold)
  const mostAmount = isShare(measure) ? 1 : pictureLimits.number
  if (
    !isCondition(measure) &&
    (amount.trim() === '' || !(Math.abs(value) <= mostAmount) || (isShare(measure) && value < 0))
  )
    return wrong('amount')
  if (measure === 'words' && !/[\p{L}\p{N}]/u.test(contains)) return wrong('contains')
  if (!(Number.isInteger(seconds) && seconds >= 0 && seconds <= pictureLimits.holdSeconds)) return wrong('hold')
  const { contains: _, ...measured } = rule
  const words = measure === 'words' && { contains: contains.trim() }
  return { rule: { ...measured, ...words, threshold: value, hold_seconds: seconds }, wrong: null }
}
