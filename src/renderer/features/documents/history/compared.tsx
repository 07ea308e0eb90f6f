import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../i18n/texts'
import type { Failure } from '../../../platform/failure'
import { useFormat } from '../../../platform/format'
import { choiceEntry, MenuActions } from '../../../platform/menu-actions'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { Changes } from './changes'
import { type Comparison, type ReadVersion, useVersions } from './versions'

/** Stands for the version before, whichever that is. */
const previous = 'previous'

interface Props {
  doc_id: number
  version: ReadVersion
  isBeside: boolean
}

/** What changed between a version and the one before, or another one of the list, and who changed it. */
export function Compared({ doc_id, version, isBeside }: Props) {
  const { t } = useTranslation(['documents', 'logbooks'])
  const errorText = useErrorText()
  const format = useFormat()
  const listed = useVersions(state => state.histories[doc_id]?.items)
  const [other, setOther] = useState(previous)
  const [compared, setCompared] = useState<{ to: string; found: Comparison | Failure } | null>(null)
  useEffect(() => {
    if (other === previous) return
    let isHere = true
    const [from, to] = [Number(other), version.version].sort((a, b) => a - b)
    void useVersions
      .getState()
      .compare(doc_id, from ?? 0, to ?? 0)
      .then(outcome => {
        if (!isHere) return
        setCompared({ to: other, found: outcome.ok ? outcome.data : { code: outcome.code, message: outcome.message } })
      })
    return () => {
      isHere = false
    }
  }, [doc_id, version.version, other])
  const found = compared?.to === other ? compared.found : null
  const others = (listed ?? []).filter(item => item.version !== version.version)
  const choice = {
    label: t('history.compareWith'),
    value: other,
    onChange: setOther,
    options: [
      { value: previous, label: t('history.previous') },
      ...others.map(item => ({
        value: String(item.version),
        label: item.name ?? format.dayAndTime(item.created_at),
      })),
    ],
  }
  return (
    <>
      <MenuActions entries={[choiceEntry(choice)]} group={t('logbooks:title')} />
      <Select {...choice} />
      <Suspense fallback={<Skeleton width="60%" />}>
        {other === previous && (
          <Changes
            before={version.before ?? ''}
            after={version.content}
            isBeside={isBeside}
            writers={writersOf(version)}
          />
        )}
        {found && !('code' in found) && (
          <Changes before={found.before} after={found.after} isBeside={isBeside} writers={found} />
        )}
      </Suspense>
      {found && 'code' in found && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('history.versionFailed')} {errorText(found)}
        </p>
      )}
    </>
  )
}

/** Everything in a version belongs to those who wrote it; one name alone is above it already. */
function writersOf({ authors, content, before }: ReadVersion) {
  if (authors.length < 2) return undefined
  const all = (text: string) => text.split('\n').map(() => authors.map(({ user_id }) => user_id))
  return { added: all(content), removed: all(before ?? ''), people: authors }
}
