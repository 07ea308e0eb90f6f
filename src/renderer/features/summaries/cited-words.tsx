import { type ComponentProps, createContext, useContext, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RichText } from '../../ui/rich-text'
import { SafeLink } from '../../ui/safe-link'
import { Tooltip } from '../../ui/tooltip'
import { useSummaries } from './store'

const citation = /^#\/docs\/(\d+)\?(log|at)=(\d+)$/
const inText = /\]\((#\/docs\/\d+\?log=\d+)\)/g

/** The numbers of cited logs by address, in the order of the text, from 1. */
const Numbers = createContext<ReadonlyMap<string, number>>(new Map())

/** A summary whose citations are small chips: logs are numbered in order, moments of a recording show their time. */
export function CitedWords({ doc_id, children }: { doc_id: number; children: string }) {
  const numbers = useMemo(() => {
    const addresses = new Set([...children.matchAll(inText)].map(found => found[1] ?? ''))
    return new Map([...addresses].map((address, index) => [address, index + 1]))
  }, [children])
  useEffect(() => {
    const log_ids = [...numbers.keys()].map(address => Number(citation.exec(address)?.[3]))
    if (log_ids.length > 0) void useSummaries.getState().learn(doc_id, log_ids)
  }, [doc_id, numbers])
  return (
    <Numbers value={numbers}>
      <RichText headingLevel={3} components={components}>
        {children}
      </RichText>
    </Numbers>
  )
}

function Citation({ href, children }: ComponentProps<'a'>) {
  const { t } = useTranslation('summaries')
  const numbers = useContext(Numbers)
  const found = citation.exec(href ?? '')
  const number = href === undefined ? undefined : numbers.get(href)
  const title = useSummaries(state => (found ? state.titles[Number(found[3])] : undefined))
  if (!href || !found || (found[2] === 'log' && number === undefined))
    return <SafeLink href={href}>{children}</SafeLink>
  if (found[2] === 'at') return <Chip href={href} shown={children} name={null} />
  return <Chip href={href} shown={number} name={title ? t('cited', { number, title }) : t('citedLog', { number })} />
}

/** `name` is announced instead of the visible text, which it contains. */
function Chip({ href, shown, name }: { href: string; shown: ComponentProps<'a'>['children']; name: string | null }) {
  const chip = (
    <a
      href={href}
      {...(name !== null && { 'aria-label': name })}
      className="relative mx-px inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-xs bg-accent-soft px-1 align-[1px] text-xs font-medium text-accent-ink tabular-nums no-underline hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-2"
    >
      {shown}
    </a>
  )
  return name === null ? chip : <Tooltip text={name}>{chip}</Tooltip>
}

const components = { a: Citation }
