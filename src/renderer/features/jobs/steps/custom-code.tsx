import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { job as limits } from '#shared/contract/jobs/limits'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { CONTROL_FRAME, Field } from '../../../ui/field'

/** What somebody who adds code starts from: it works as it is, and shows what there is. */
export const exampleCode = `const late = logs.filter(log => /late|delayed/i.test(log.content))
return {
  title: \`\${late.length} of \${logs.length} logs are about delays\`,
  text: late.map(log => '- ' + log.title).join('\\n'),
  labels: [],
  facts: { late: late.length },
  noteworthy: late.length > 0,
}`

interface Props {
  code: string
  editable: boolean
  error: string | null
  onChange: (code: string | null) => void
}

/** The code that a job runs over what it sees [D30]. */
export function CustomCode({ code, editable, error, onChange }: Props) {
  const { t } = useTranslation('jobs')
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <Field label={t('code.label')} hint={t('code.hint')} error={error} className="w-full">
        {control => (
          <span className={cx(CONTROL_FRAME, 'rounded-md')}>
            <textarea
              {...control}
              dir="ltr"
              value={code}
              readOnly={!editable}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              wrap="off"
              maxLength={limits.codeLength}
              rows={6}
              onChange={event => onChange(event.target.value)}
              className="field-sizing-content max-h-96 min-h-32 w-full resize-none overflow-auto bg-transparent px-3 py-2.5 font-mono text-sm outline-none focus-visible:shadow-none"
            />
          </span>
        )}
      </Field>
      {editable && (
        <Button size="sm" variant="quiet" icon={Trash2} className="-ml-2" onClick={() => onChange(null)}>
          {t('code.remove')}
        </Button>
      )}
    </div>
  )
}
